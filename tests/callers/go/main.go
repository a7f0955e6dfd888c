// Calls a running Slovosud server from Go: words, a move, and a game to a challenge and its verdict.
//
//	buf generate PROTOS --template buf.gen.yaml
//	go run . 127.0.0.1:50051
//
// Prints one line of JSON a step.
package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"log"
	"os"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/code"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	judging "example.org/caller/gen/slovosud/adjudication/v1"
	words "example.org/caller/gen/slovosud/lexicon/v1"
)

const lexiconID = "ru-crosslet"

func main() {
	connection, err := grpc.NewClient(os.Args[1], grpc.WithTransportCredentials(insecure.NewCredentials()))
	must(err)
	defer connection.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	askAboutWords(ctx, words.NewLexiconServiceClient(connection))
	judgeAMove(ctx, judging.NewAdjudicationServiceClient(connection))
	playToAVerdict(ctx, judging.NewGameServiceClient(connection))
}

func askAboutWords(ctx context.Context, lexicons words.LexiconServiceClient) {
	listed, err := lexicons.ListLexicons(ctx, &words.ListLexiconsRequest{})
	must(err)
	ids := []string{}
	for _, listing := range listed.Lexicons {
		ids = append(ids, listing.Id)
	}
	tell("list", fields{"lexicons": ids})

	batch := []string{"ворота", "столы", "cтол"}
	checked, err := lexicons.CheckWords(ctx, &words.CheckWordsRequest{LexiconId: lexiconID, Words: batch})
	must(err)
	verdicts := [][]string{}
	for _, verdict := range checked.Verdicts {
		verdicts = append(verdicts, []string{verdict.Word, verdict.Status.String(), verdict.Reason})
	}
	tell("check", fields{"verdicts": verdicts})

	asked := &words.ExplainWordRequest{LexiconId: lexiconID, Word: "столы", Language: "en"}
	explained, err := lexicons.ExplainWord(ctx, asked)
	must(err)
	for _, layer := range explained.Layers {
		if layer.Decides {
			tell("explain", fields{"word": explained.Word, "kind": layer.Kind.String(), "text": layer.Text})
		}
	}

	_, err = lexicons.CheckWords(ctx, &words.CheckWordsRequest{LexiconId: "nowhere", Words: batch})
	tell("refused", fields{"code": code.Code(status.Code(err)).String(), "reason": reasonOf(err)})
}

func judgeAMove(ctx context.Context, judge judging.AdjudicationServiceClient) {
	empty := strings.Repeat(".", 15)
	rows := []string{
		empty, empty, empty,
		"DANGEROUS......",
		"I.......O......",
		"V.......L......",
		"........A......",
		"....OUTER......",
		empty, empty, empty, empty, empty, empty, empty,
	}
	answer, err := judge.AdjudicateMove(ctx, &judging.AdjudicateMoveRequest{
		RulesetId: "crosslet-en",
		Settings:  map[string]*structpb.Value{"layout": structpb.NewStringValue("erudit")},
		Words:     &judging.WordSource{Source: &judging.WordSource_Unchecked{Unchecked: true}},
		Position:  &judging.Position{Rows: rows},
		Move: &judging.Move{Tiles: []*judging.PlacedTile{
			laid(7, 3, "T"), laid(5, 3, "C"), laid(6, 3, "U"), laid(5, 4, "E"),
			laid(5, 5, "L"), laid(6, 0, "E"), laid(7, 0, "S"),
		}},
	})
	must(err)
	ruling, scores := answer.Ruling, map[string]int32{}
	for _, word := range ruling.Words {
		scores[word.Word] = word.Score
	}
	tell("adjudicate", fields{"legal": ruling.Legal, "scores": scores, "bonus": ruling.Bonus, "total": ruling.Total})
}

func playToAVerdict(ctx context.Context, games judging.GameServiceClient) {
	created, err := games.CreateGame(ctx, &judging.CreateGameRequest{
		RulesetId:      "crosslet",
		Settings:       map[string]*structpb.Value{"validation.mode": structpb.NewStringValue("challenge")},
		Words:          &judging.WordSource{Source: &judging.WordSource_Lexicon{Lexicon: &judging.LexiconReference{Id: lexiconID}}},
		Players:        []*judging.Player{{Name: "Аня"}, {Name: "Борис"}},
		IdempotencyKey: rand.Text(),
	})
	must(err)
	game := &table{games: games, id: created.Game.Id, tokens: created.SeatTokens}

	tiles := []*judging.PlacedTile{}
	for place, letter := range []rune("СТОЛЫ") {
		tiles = append(tiles, laid(7, int32(5+place), string(letter)))
	}
	move := &judging.Event_Move{Move: &judging.MoveMade{Move: &judging.Move{Tiles: tiles}}}
	played := game.append(ctx, 0, &judging.Event{Seat: 1, Kind: move}, rand.Text())
	tell("move", fields{"accepted": played.Accepted, "version": played.Game.Version, "row": played.Game.Board[7]})

	key := rand.Text()
	challenge := &judging.Event_Challenge{Challenge: &judging.ChallengeMade{Words: []string{"СТОЛЫ"}}}
	challenged := game.append(ctx, 1, &judging.Event{Seat: 2, Kind: challenge}, key)
	stands, now := challenged.Verdict.PlayStands, challenged.Game
	tell("challenge", fields{"stands": stands, "version": now.Version, "row": now.Board[7]})

	// As after a broken connection: the same key and body get the same answer, and nothing happens twice.
	again := game.append(ctx, 1, &judging.Event{Seat: 2, Kind: challenge}, key)
	tell("again", fields{"stands": again.Verdict.PlayStands, "version": again.Game.Version})
}

// table is a game and the tokens of its seats.
type table struct {
	games  judging.GameServiceClient
	id     string
	tokens []string
}

// append tells the server what the seat of the event does, with the token of that seat.
func (t *table) append(ctx context.Context, version int32, event *judging.Event, key string) *judging.AppendEventResponse {
	ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+t.tokens[event.Seat-1])
	answer, err := t.games.AppendEvent(ctx, &judging.AppendEventRequest{
		GameId: t.id, ExpectedVersion: proto.Int32(version), IdempotencyKey: key, Event: event,
	})
	must(err)
	return answer
}

// laid is a tile with its place; row and column are sent also when they are 0.
func laid(row, column int32, letter string) *judging.PlacedTile {
	return &judging.PlacedTile{Row: proto.Int32(row), Column: proto.Int32(column), Letter: letter}
}

// reasonOf tells why a call failed; empty when the transport failed, which carries no details.
func reasonOf(err error) string {
	for _, detail := range status.Convert(err).Details() {
		if info, ok := detail.(*errdetails.ErrorInfo); ok {
			return info.Reason
		}
	}
	return ""
}

type fields map[string]any

func tell(step string, values fields) {
	values["step"] = step
	must(json.NewEncoder(os.Stdout).Encode(values))
}

func must(err error) {
	if err != nil {
		log.Fatalf("%s %v", reasonOf(err), err)
	}
}
