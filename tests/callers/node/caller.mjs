// Calls a running Slovosud server from Node: words, a move, and a game to a challenge and its verdict.
//
//     node caller.mjs 127.0.0.1:50051 ../../../protos
//
// Prints one line of JSON a step. The protos are read as they are; nothing is generated.

import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import grpc from "@grpc/grpc-js";
import loader from "@grpc/proto-loader";
import protobuf from "protobufjs";

const [address, protos] = process.argv.slice(2);
const LEXICON = "ru-crosslet";

// keepCase: fields are named as in the protos. defaults: fields at their default (0, false, "") are there to read.
const { slovosud } = grpc.loadPackageDefinition(
  loader.loadSync(
    ["slovosud/lexicon/v1/lexicon_service.proto", "slovosud/adjudication/v1/game_service.proto"],
    { includeDirs: [protos], keepCase: true, enums: String, longs: Number, defaults: true },
  ),
);

const insecure = grpc.credentials.createInsecure();
const lexicons = connect(slovosud.lexicon.v1.LexiconService);
const judge = connect(slovosud.adjudication.v1.AdjudicationService);
const games = connect(slovosud.adjudication.v1.GameService);

// A client whose methods return promises, and whose calls end after ten seconds whatever happens.
function connect(Service) {
  const client = new Service(address, insecure);
  const call = (method) => (request, metadata = new grpc.Metadata()) =>
    promisify(client[method].bind(client))(request, metadata, { deadline: Date.now() + 10_000 });
  const methods = Object.keys(Service.service).map((method) => [method, call(method)]);
  return { ...Object.fromEntries(methods), close: () => client.close() };
}

// Why a call failed: `google.rpc.ErrorInfo` among the details of the status.
const { root } = protobuf.parse(
  `
    syntax = "proto3";
    message Any { string type_url = 1; bytes value = 2; }
    message Status { int32 code = 1; string message = 2; repeated Any details = 3; }
    message ErrorInfo { string reason = 1; string domain = 2; map<string, string> metadata = 3; }
  `,
  { keepCase: true },
);

function reasonOf(error) {
  const [bytes] = error.metadata.get("grpc-status-details-bin");
  if (bytes === undefined) return undefined; // a failure of the transport carries no details
  const { details } = root.lookupType("Status").decode(bytes);
  const info = details.find((detail) => detail.type_url.endsWith("/google.rpc.ErrorInfo"));
  return root.lookupType("ErrorInfo").decode(info.value).reason;
}

const tell = (step, values) => console.log(JSON.stringify({ step, ...values }));

async function askAboutWords() {
  const { lexicons: listed } = await lexicons.ListLexicons({});
  tell("list", { lexicons: listed.map((listing) => listing.id) });

  const { verdicts } = await lexicons.CheckWords({ lexicon_id: LEXICON, words: ["ворота", "столы", "cтол"] });
  tell("check", { verdicts: verdicts.map(({ word, status, reason }) => [word, status, reason]) });

  const { word, layers } = await lexicons.ExplainWord({ lexicon_id: LEXICON, word: "столы", language: "en" });
  const { kind, text } = layers.find((layer) => layer.decides);
  tell("explain", { word, kind, text });

  try {
    await lexicons.CheckWords({ lexicon_id: "nowhere", words: ["ворота"] });
  } catch (error) {
    tell("refused", { code: grpc.status[error.code], reason: reasonOf(error) });
  }
}

async function judgeAMove() {
  const empty = ".".repeat(15);
  const rows = [
    empty, empty, empty,
    "DANGEROUS......",
    "I.......O......",
    "V.......L......",
    "........A......",
    "....OUTER......",
    empty, empty, empty, empty, empty, empty, empty,
  ];
  const laid = [[7, 3, "T"], [5, 3, "C"], [6, 3, "U"], [5, 4, "E"], [5, 5, "L"], [6, 0, "E"], [7, 0, "S"]];
  const { ruling } = await judge.AdjudicateMove({
    ruleset_id: "crosslet-en",
    settings: { layout: { stringValue: "erudit" } },
    words: { unchecked: true },
    position: { rows },
    move: { tiles: laid.map(([row, column, letter]) => ({ row, column, letter })) },
  });
  const scores = Object.fromEntries(ruling.words.map(({ word, score }) => [word, score]));
  tell("adjudicate", { legal: ruling.legal, scores, bonus: ruling.bonus, total: ruling.total });
}

async function playToAVerdict() {
  const created = await games.CreateGame({
    ruleset_id: "crosslet",
    settings: { "validation.mode": { stringValue: "challenge" } },
    words: { lexicon: { id: LEXICON } },
    players: [{ name: "Аня" }, { name: "Борис" }],
    idempotency_key: randomUUID(),
  });
  const seats = created.seat_tokens.map((token) => {
    const metadata = new grpc.Metadata();
    metadata.set("authorization", `Bearer ${token}`);
    return metadata;
  });
  const append = (seat, version, event, key) =>
    games.AppendEvent(
      { game_id: created.game.id, expected_version: version, idempotency_key: key, event: { seat, ...event } },
      seats[seat - 1],
    );

  const tiles = [..."СТОЛЫ"].map((letter, place) => ({ row: 7, column: 5 + place, letter }));
  const played = await append(1, 0, { move: { move: { tiles } } }, randomUUID());
  tell("move", { accepted: played.accepted, version: played.game.version, row: played.game.board[7] });

  const key = randomUUID();
  const challenged = await append(2, 1, { challenge: { words: ["СТОЛЫ"] } }, key);
  const { verdict, game } = challenged;
  tell("challenge", { stands: verdict.play_stands, version: game.version, row: game.board[7] });

  // As after a broken connection: the same key and body get the same answer, and nothing happens twice.
  const again = await append(2, 1, { challenge: { words: ["СТОЛЫ"] } }, key);
  tell("again", { stands: again.verdict.play_stands, version: again.game.version });
}

await askAboutWords();
await judgeAMove();
await playToAVerdict();
for (const client of [lexicons, judge, games]) client.close();
