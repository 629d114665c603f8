/**
 * Which file may import which. Each rule says what it separates and why; all are errors. Most of them leave tests out:
 * a test may import anything, but nothing may depend on a test.
 */
const tests = "\\.(test|spec|engines)\\.tsx?$|(^|/)testing/|^e2e/|^bench/";
const drivers = "node_modules/(better-sqlite3|pg)/";

/** The rooms of lib/, from the ground up: each imports only those before it. */
const rooms = [
  "contract",
  "text",
  "kit",
  "store",
  "upstream",
  "owners",
  "spending",
  "evidence",
  "reading",
  "features",
  "server",
];

/** Compiled by Next. */
const bundled = "^(app|components)/|^lib/next/|^instrumentation\\.ts$";
/** Files without state that both Node and a bundle may have, beside the pure rooms. */
const pureFiles =
  "^lib/(home|routes|app\\.server|native|evidence/receipts/canonical-json|features/ask/(bounds|check-reasons)|kit/retry/limits)\\.ts$";
/** Plain values, which the browser may have too. */
const plainContract = "^lib/contract/(bidi|dates|prices|searchable|security-code|vocabulary)\\.ts$";

/** @returns {import('dependency-cruiser').IForbiddenRuleType} */
const arrow = (room, at) => ({
  name: `${room}-knows-no-room-above`,
  comment: "Arrows between rooms go one way, so that each can be read with those below it alone.",
  severity: "error",
  from: { path: `^lib/${room}/`, pathNot: tests },
  to: { path: `^lib/(${rooms.slice(at + 1).join("|")})/` },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...rooms.slice(0, -1).map(arrow),
    {
      name: "native-code-is-entered-by-its-door",
      comment:
        "What Next bundles is compiled for itself: a file of lib/ that it imports is a second copy with a state of its own. Pure rooms hold none, and the rest comes from app.server.ts.",
      severity: "error",
      from: { path: bundled, pathNot: tests },
      to: {
        path: "^lib/",
        pathNot: `^lib/(next|text|contract)/|${pureFiles}`,
        dependencyTypesNot: ["type-only", "pre-compilation-only"],
      },
    },
    {
      name: "native-code-knows-no-bundle",
      comment: "Node runs lib/ as it is: nothing of React's or Next's, and nothing that is compiled.",
      severity: "error",
      // The server starts Next.
      from: { path: "^(lib|service|cli)/", pathNot: `${bundled}|^lib/server/main\\.ts$|${tests}` },
      to: {
        path: "^(app|components)/|^lib/next/|^lib/app\\.server\\.ts$|\\.tsx$|node_modules/(react|react-dom|next)/",
        dependencyTypesNot: ["type-only", "pre-compilation-only"],
      },
    },
    {
      name: "contract-is-pure",
      comment: "The interface is shared by both programs: it imports only zod and itself.",
      severity: "error",
      from: { path: "^lib/contract/", pathNot: tests },
      to: { pathNot: "^lib/contract/|node_modules/zod/" },
    },
    {
      name: "figures-are-pure",
      comment:
        "A package's figures are read and put in order without store, network or page; others enter by the index.",
      severity: "error",
      from: { path: "^lib/evidence/figures/", pathNot: tests },
      to: {
        path: "^(app|components|service)/|^lib/(?!evidence/figures/|kit/(archives|workers)/|text/format/|contract/)",
      },
    },
    {
      name: "figures-are-entered-by-their-index",
      comment: "The parser's own files may change. Only the server opens the reader, which starts a thread.",
      severity: "error",
      from: { path: "^(app|components|lib|cli)/", pathNot: `^lib/evidence/figures/|${tests}` },
      to: { path: "^lib/evidence/figures/(?!(?:index|reader)\\.ts$)" },
    },
    {
      name: "plain-contract-imports-nothing",
      comment: "The browser gets these files, and would get everything they import.",
      severity: "error",
      from: { path: plainContract },
      to: {},
    },
    {
      name: "text-is-pure",
      comment: "Functions of text, dates and sections run in Node, in threads and in the browser, and hold no state.",
      severity: "error",
      from: { path: "^lib/text/", pathNot: tests },
      to: { path: "^(app|components|service|cli)/|^lib/(?!text/|contract/)" },
    },
    {
      name: "browser-takes-the-plain-contract",
      comment: "zod weighs 92 kB: parsing happens on the server. Files of plain values are shared.",
      severity: "error",
      from: { path: "^(components|lib/text|lib/next/queries)/", pathNot: tests },
      to: { path: "^lib/contract/", pathNot: plainContract, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "client-package-stands-on-the-contract",
      comment: "Others install it: it takes the contract and pure functions, which run in a browser too.",
      severity: "error",
      from: { path: "^packages/client/", pathNot: tests },
      to: { pathNot: "^packages/client/|^lib/(contract|text|kit/retry)/|node_modules/zod/" },
    },
    {
      name: "pages-are-routing",
      comment: "A page only composes; its data is loaded by lib, where that can be tested without a browser.",
      severity: "error",
      from: { path: "^app/(?!api/)", pathNot: tests },
      to: {
        path: "^lib/(upstream|store|text/markdown|kit/archives)/|node_modules/undici/",
        // Before anybody has signed in there is nothing to load but whether the service answers.
        pathNot: "^lib/upstream/health\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "service-takes-only-what-both-use",
      comment: "The service is a separate product.",
      severity: "error",
      from: { path: "^service/" },
      to: {
        path: "^(app|components|lib|instrumentation)",
        // A package's figures are counted by the reader that shows them, so that the two agree.
        pathNot: "^lib/evidence/figures/(count\\.ts$|testing/)|^lib/(contract|text|kit)/",
      },
    },
    {
      name: "web-never-imports-the-service",
      comment: "The web app must also work with a service that others run.",
      severity: "error",
      from: { path: "^(app|components|lib|instrumentation)", pathNot: tests },
      to: { path: "^service/" },
    },
    {
      name: "only-the-command-imports-both",
      comment: "The hiraku command works on both programs' stores; neither program imports it.",
      severity: "error",
      from: { path: "^(app|components|lib|service|instrumentation)", pathNot: tests },
      to: { path: "^cli/" },
    },
    {
      name: "server-only-folders",
      comment: "Keys, stores and spending never reach the browser: its code takes types from here and nothing else.",
      severity: "error",
      from: { path: "^(components|lib/next/queries|lib/routes)", pathNot: tests },
      to: {
        path: "^lib/(store|upstream|owners|spending|reading|server|settings|log|text/markdown|evidence/(?!receipts/canonical-json)|features/(?!ask/(bounds|check-reasons))|kit/(?!retry/))",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "one-folder-speaks-mcp",
      comment: "The protocol's SDK is loaded with the first call of a program, by no page and by no start.",
      severity: "error",
      from: {
        path: "^(app|components|lib|cli|service|instrumentation)",
        pathNot: `^lib/features/programs/mcp/|${tests}`,
      },
      to: { path: "node_modules/@modelcontextprotocol/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "features-know-no-other",
      comment: "A feature can be lifted out: what another one needs of it comes by its manifest.",
      severity: "error",
      from: { path: "^lib/features/([^/]+)/", pathNot: tests },
      to: { path: "^lib/features/", pathNot: "^lib/features/($1/|feature\\.ts$)" },
    },
    {
      name: "features-are-collected",
      comment: "What runs features knows them by their list, so that one leaves with its folder and its lines there.",
      severity: "error",
      from: { path: "^lib/(?!features/|next/)", pathNot: tests },
      to: { path: "^lib/features/[^/]+/" },
    },
    {
      name: "domain-knows-ports-only",
      comment: "Rules are written without SQL and without HTTP.",
      severity: "error",
      from: { path: "^service/domain/", pathNot: tests },
      to: {
        path: "^service/(http|endpoints|ingest|sample|operation)|^service/storage/(?!ports)|^service/search/(?!port\\.ts$)|node_modules/better-sqlite3/",
      },
    },
    {
      name: "search-is-entered-by-its-top-files",
      comment: "The subfolders of service/search may change; others import only the files at its top.",
      severity: "error",
      from: { path: "^(service|cli)/", pathNot: `^service/search/|${tests}` },
      to: { path: "^service/search/[^/]+/" },
    },
    {
      name: "search-core-is-pure",
      comment: "Cutting texts and ranking need no SQL, no threads and no other folder.",
      severity: "error",
      from: { path: "^service/search/(core/|port\\.ts$)", pathNot: tests },
      to: {
        path: "^service/(?!search/(core/|port\\.ts$))|node_modules/|^lib/(?!contract/|text/)",
        // What a publication calls a tagged name is what an index takes.
        pathNot: "^service/domain/publishing/publication\\.ts$",
      },
    },
    {
      name: "search-knows-no-callers",
      comment: "The index imports its store, but none of the code that queries or fills it.",
      severity: "error",
      from: { path: "^service/search/", pathNot: tests },
      to: { path: "^service/(http|endpoints|ingest|sample|operation|main|app|library)|^cli/" },
    },
    {
      name: "drivers-of-the-service-in-storage",
      comment: "Another database is an adapter, not a rewrite.",
      severity: "error",
      from: { path: "^(service|cli)/", pathNot: `^service/storage/|${tests}` },
      to: { path: drivers, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "drivers-of-the-web-in-store",
      comment:
        "Only lib/store knows how the web app keeps things; a file of SQLite and a connection to PostgreSQL are the same for both programs.",
      severity: "error",
      from: {
        path: "^(app|components|lib|instrumentation)",
        pathNot: `^lib/store/|^lib/kit/(moving|sqlite|postgres|process/folder-lock)|${tests}`,
      },
      to: { path: drivers, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "one-folder-speaks-s3",
      comment: "What was learnt about servers of buckets stands in one place, and is loaded where one is set.",
      severity: "error",
      from: { path: "^(app|components|lib|service|cli|instrumentation)", pathNot: `^lib/kit/objects/|${tests}` },
      to: { path: "node_modules/@aws-sdk/" },
    },
    {
      name: "kit-knows-no-program",
      comment: "Both programs stand on the kit, which therefore knows neither, nor their settings or logs.",
      severity: "error",
      from: { path: "^lib/kit/", pathNot: tests },
      to: { path: "^(app|components|service|cli)/|^lib/(?!kit/|text/|contract/)" },
    },
    {
      name: "pricing-is-pure",
      comment: "What can be bought and its price are computed from arguments, without store, network or clock.",
      severity: "error",
      from: { path: "^lib/spending/(kinds|pricing)/", pathNot: tests },
      to: {
        path: "^lib/(spending/(?!kinds/|pricing/|problems)|store|upstream|owners)|node_modules/",
        pathNot: "node_modules/zod/",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "spending-knows-ports-only",
      comment:
        "The part that spends is played through whole histories of faults: files, sockets and pages stay outside.",
      severity: "error",
      from: { path: "^lib/spending/engine/", pathNot: tests },
      to: { path: "^lib/(spending/(adapters|library|http|simulation|purchases\\.ts)|upstream|owners|settings|log)" },
    },
    {
      name: "library-only-reads",
      comment:
        "What shows purchases can't make one: it knows neither how files are kept nor how the service is called.",
      severity: "error",
      from: { path: "^lib/spending/library/", pathNot: tests },
      to: {
        path: "^lib/(spending/(adapters|http|simulation|purchases\\.ts|engine/purchase-)|upstream|owners|settings)",
      },
    },
    {
      name: "sockets-in-http-only",
      comment: "createService answers a Request without a socket.",
      severity: "error",
      from: { path: "^(service|cli)/", pathNot: `^service/(http/|main|search/opensearch/client)|${tests}` },
      to: { path: "^(node:)?https?$" },
    },
    {
      name: "features-are-entered-by-their-index",
      comment: "A feature folder is imported by its index.ts, so that its other files can change.",
      severity: "error",
      from: { path: "^components/([^/]+)/", pathNot: tests },
      to: { path: "^components/[^/]+/", pathNot: "^components/[^/]+/index\\.tsx?$|^components/(ui|$1)/" },
    },
    {
      name: "pages-enter-features-by-their-index",
      comment: "The same rule for pages.",
      severity: "error",
      from: { path: "^(app|lib)/|^components/[^/]+$", pathNot: tests },
      to: {
        path: "^components/[^/]+/",
        pathNot: "^components/[^/]+/index\\.tsx?$|^components/[^/]+/[a-z]+-slot\\.tsx?$|^components/ui/",
      },
    },
    {
      name: "ui-knows-no-feature",
      comment: "What all features use must use none of them.",
      severity: "error",
      from: { path: "^components/ui/", pathNot: tests },
      to: { path: "^components/(?!ui/)" },
    },
    {
      name: "react-pdf-is-imported-in-one-file",
      comment:
        "It is the largest dependency: one component imports it, loaded where a PDF is open, and the thread that reads drafts.",
      severity: "error",
      from: {
        path: "^(app|components|lib)/",
        pathNot: "^(components/originals/PdfDocument\\.tsx|lib/features/check/files/read-pdf\\.ts)$",
      },
      to: { path: "node_modules/(react-pdf|pdfjs-dist)/" },
    },
    {
      name: "no-cycles",
      comment: "Types count too: two files that need each other's types are one thing in two places.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-orphans",
      comment: "A module that nothing imports is unused.",
      severity: "error",
      from: {
        orphan: true,
        pathNot: `${tests}|\\.d\\.ts$|^(app|scripts|bench|e2e)/|^[^/]+\\.(mjs|cjs|ts)$|worker\\.[a-z]+$`,
      },
      to: {},
    },
    {
      name: "tests-are-leaves",
      severity: "error",
      // A soak is a long test, and so is a drill.
      from: { pathNot: `${tests}|^scripts/(?:soak|drills/)` },
      to: { path: "\\.(test|spec)\\.tsx?$|(^|/)testing/" },
    },
    {
      name: "declared-dependencies",
      comment: "A package missing in package.json may disappear with another one.",
      severity: "error",
      from: { path: "^(app|cli|components|lib|packages|service|scripts)/", pathNot: tests },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(\\.next|\\.data|\\.cache|public|node_modules/\\.)" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".mjs", ".cjs", ".js", ".json"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
