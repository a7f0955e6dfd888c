// What a game company would write first: `CheckWords`, compact, from a map, with grpc-go. Only a peer to measure with.
//
//	peer FOLDER
//
// FOLDER holds `ID.json` and `ID.words` of each lexicon, see benchmarks/grpc_go_server.py. Texts are compared as ours
// are, as far as a map does it: composed, in upper case, folded. It gives no reasons and opens no new editions.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/text/unicode/norm"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	wire "example.org/peer/gen/slovosud/lexicon/v1"
)

type lexicon struct {
	edition *wire.LexiconEdition
	words   map[string]struct{}
	folds   *strings.Replacer
}

type server struct {
	wire.UnimplementedLexiconServiceServer
	lexicons map[string]*lexicon
}

func (s *server) CheckWords(_ context.Context, request *wire.CheckWordsRequest) (*wire.CheckWordsResponse, error) {
	found, ok := s.lexicons[request.LexiconId]
	if !ok {
		return nil, status.Error(codes.NotFound, "no such lexicon")
	}
	if !request.Compact {
		return nil, status.Error(codes.Unimplemented, "compact answers only")
	}
	bitmap := make([]byte, (len(request.Words)+7)/8)
	for place, text := range request.Words {
		if _, valid := found.words[found.compared(text)]; valid {
			bitmap[place/8] |= 1 << (place % 8)
		}
	}
	return &wire.CheckWordsResponse{Lexicon: found.edition, ValidBitmap: bitmap}, nil
}

func (l *lexicon) compared(text string) string {
	return l.folds.Replace(strings.ToUpper(norm.NFC.String(text)))
}

func main() {
	paths, err := filepath.Glob(filepath.Join(os.Args[1], "*.json"))
	must(err)
	lexicons := map[string]*lexicon{}
	for _, path := range paths {
		read := readLexicon(path)
		lexicons[read.edition.Id] = read
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	serving := grpc.NewServer()
	wire.RegisterLexiconServiceServer(serving, &server{lexicons: lexicons})
	fmt.Printf("serving on %s\n", listener.Addr())
	must(serving.Serve(listener))
}

func readLexicon(path string) *lexicon {
	var described struct {
		ID, Edition, Digest string
		Folds               []string
	}
	content, err := os.ReadFile(path)
	must(err)
	must(json.Unmarshal(content, &described))
	file, err := os.Open(strings.TrimSuffix(path, ".json") + ".words")
	must(err)
	defer file.Close()
	words := map[string]struct{}{}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		words[lines.Text()] = struct{}{}
	}
	must(lines.Err())
	return &lexicon{
		edition: &wire.LexiconEdition{Id: described.ID, Edition: described.Edition, Digest: described.Digest},
		words:   words,
		folds:   strings.NewReplacer(described.Folds...),
	}
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
