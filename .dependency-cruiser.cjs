/**
 * The walls of the house. Each rule says what it keeps apart and why; all are errors. Tests stand outside most
 * of them: a test may look into any room, but nobody may depend on a test.
 */
const tests = "\\.(test|spec|engines)\\.tsx?$|(^|/)testing/|^e2e/|^bench/";
const drivers = "node_modules/(better-sqlite3|pg)/";

/** Compiled by Next. */
const bundled = "^(app|components)/|^lib/(next|seeds|i18n|queries)/|^instrumentation\\.ts$";
/** Files without state that both Node and a bundle may have. */
const pureFiles =
  "^lib/(home|routes|app\\.server|native|redline/blocks|changes/(earlier|notice|outline)|receipts/canonical-json|answers/(bounds|check-reasons)|retry/limits)\\.ts$";

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "native-code-is-entered-by-its-door",
      comment:
        "What Next bundles is compiled for itself: a file of lib/ that it imports is a second copy with a state of its own. Pure rooms hold none, and the rest comes from app.server.ts.",
      severity: "error",
      from: { path: bundled, pathNot: tests },
      to: {
        path: "^lib/",
        pathNot: `^lib/(next|seeds|i18n|queries|format|toc|contract)/|${pureFiles}`,
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
        path: "^(app|components)/|^lib/(next|seeds)/|^lib/app\\.server\\.ts$|\\.tsx$|node_modules/(react|react-dom|next)/",
        dependencyTypesNot: ["type-only", "pre-compilation-only"],
      },
    },
    {
      name: "contract-is-pure",
      comment: "The interface is shared by both programs: it imports only zod, lib/text/format and itself.",
      severity: "error",
      from: { path: "^lib/contract/", pathNot: tests },
      to: { pathNot: "^lib/(contract|format)/|node_modules/zod/" },
    },
    {
      name: "figures-are-pure",
      comment:
        "A package's figures are read and put in order without store, network or page; others enter by the index.",
      severity: "error",
      from: { path: "^lib/evidence/figures/", pathNot: tests },
      to: { path: "^(app|components|service)/|^lib/(?!figures/|archives/|workers/|format/)" },
    },
    {
      name: "figures-are-entered-by-their-index",
      comment: "The parser's own files may change. Only the server opens the reader, which starts a thread.",
      severity: "error",
      from: { path: "^(app|components|lib|cli)/", pathNot: `^lib/evidence/figures/|${tests}` },
      to: { path: "^lib/figures/(?!(?:index|reader)\\.ts$)" },
    },
    {
      name: "prices-and-vocabulary-import-nothing",
      comment: "The browser gets these files, and would get everything they import.",
      severity: "error",
      from: { path: "^lib/contract/(prices|vocabulary)\\.ts$" },
      to: {},
    },
    {
      name: "quotes-are-compared-in-one-way",
      comment: "Both programs compare quotes by these files, which know text and nothing of stores or networks.",
      severity: "error",
      from: { path: "^lib/text/quotes/", pathNot: tests },
      to: { pathNot: "^lib/(quotes|format)/|^lib/text/markdown/visible-text\\.ts$" },
    },
    {
      name: "toc-is-pure",
      comment:
        "The arithmetic of sections runs in the browser and on the server, and reads nothing but what it is given.",
      severity: "error",
      from: { path: "^lib/text/toc/", pathNot: tests },
      to: { pathNot: "^lib/(toc|format)/|^lib/contract/prices\\.ts$" },
    },
    {
      name: "client-package-stands-on-the-contract",
      comment: "Others install it: it takes the contract and pure functions, which run in a browser too.",
      severity: "error",
      from: { path: "^packages/client/", pathNot: tests },
      to: {
        pathNot:
          "^packages/client/|^lib/(contract|format|retry|toc)/|^lib/contract/app-problem\\.ts$|node_modules/zod/",
      },
    },
    {
      name: "pages-are-routing",
      comment: "A page only composes; its data is loaded by lib, where that can be tested without a browser.",
      severity: "error",
      from: { path: "^app/(?!api/)", pathNot: tests },
      to: {
        path: "^lib/(upstream|store|markdown|archives)/|node_modules/undici/",
        // Before anybody has signed in there is nothing to load but whether the service answers.
        pathNot: "^lib/upstream/health\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "format-imports-nothing",
      comment: "Pure functions that run anywhere, the browser included.",
      severity: "error",
      from: { path: "^lib/text/format/", pathNot: tests },
      to: { pathNot: "^lib/text/format/" },
    },
    {
      name: "browser-takes-types-prices-and-vocabulary-of-the-contract",
      comment: "zod weighs 92 kB: parsing happens on the server. Two files of plain values are shared.",
      severity: "error",
      from: { path: "^(components|lib/(queries|i18n|toc|format))/", pathNot: `${tests}|\\.server\\.tsx?$` },
      to: {
        path: "^lib/contract/",
        pathNot: "^lib/contract/(prices|vocabulary)\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "service-takes-only-contract-and-format",
      comment: "The service is a separate product.",
      severity: "error",
      from: { path: "^service/" },
      to: {
        path: "^(app|components|lib|instrumentation)",
        // A package's figures are counted by the reader that shows them, so that the two agree.
        pathNot:
          "^lib/evidence/figures/count\\.ts$|^lib/(archives|contract|format|moving|objects|postgres|process|quotes|retry|settings|sqlite|toc|workers)/",
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
      from: {
        path: "^(components|lib/next/queries|lib/text/format|lib/routes|lib/text/i18n)",
        pathNot: `${tests}|\\.server\\.tsx?$`,
      },
      to: {
        path: "^lib/(agents|upstream|purchases|auth|moving|store|sqlite|postgres|objects|process|markdown|documents|updates|env|figures|archives|workers|receipts/(?!canonical-json))",
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
      name: "domain-knows-ports-only",
      comment: "Rules are written without SQL and without HTTP.",
      severity: "error",
      from: { path: "^service/domain/", pathNot: tests },
      to: {
        path: "^service/(http|endpoints|ingest|sample|operation)|^service/storage/(?!ports)|^service/search/(?!port\\.ts$)|node_modules/(hono|@hono|better-sqlite3)/",
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
        path: "^service/(?!search/(core/|port\\.ts$))|node_modules/|^lib/(?!contract/|format/)",
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
        pathNot: `^lib/(moving|store|sqlite|postgres)/|^lib/kit/process/folder-lock|${tests}`,
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
      name: "engines-know-no-program",
      comment: "Both programs stand on these folders, which therefore know neither.",
      severity: "error",
      from: { path: "^lib/(objects|postgres|sqlite)/", pathNot: tests },
      to: { path: "^(app|components|service|cli)/|^lib/(?!objects/|postgres/|sqlite/|process/|retry/)" },
    },
    {
      name: "store-knows-no-purchases",
      comment: "Purchases use the store and the calls to the service, and neither of these imports purchases.",
      severity: "error",
      from: { path: "^lib/(store|upstream)/", pathNot: tests },
      to: { path: "^lib/spending/" },
    },
    {
      name: "pricing-is-pure",
      comment: "Prices are computed from arguments, without store, network or clock.",
      severity: "error",
      from: { path: "^lib/spending/pricing/", pathNot: tests },
      to: {
        path: "^lib/(purchases/(?!pricing/|problems)|store|upstream|auth)|node_modules/",
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
      to: { path: "^lib/(purchases/(adapters|library|http|simulation|purchases\\.ts)|upstream|auth|env|log)" },
    },
    {
      name: "library-only-reads",
      comment:
        "What shows purchases can't make one: it knows neither how files are kept nor how the service is called.",
      severity: "error",
      from: { path: "^lib/spending/library/", pathNot: tests },
      to: { path: "^lib/(purchases/(adapters|http|simulation|purchases\\.ts|spending/purchase-)|upstream|auth|env)" },
    },
    {
      name: "no-type-circles-in-purchases",
      comment: "Two files whose types depend on each other can only be read together.",
      severity: "error",
      from: { path: "^lib/(purchases|store|upstream)/" },
      to: { circular: true },
    },
    {
      name: "sockets-in-http-only",
      comment: "createService answers a Request without a socket.",
      severity: "error",
      from: { path: "^(service|cli)/", pathNot: `^service/(http/|main)|${tests}` },
      to: { path: "node_modules/(hono|@hono)/" },
    },
    {
      name: "features-are-entered-by-their-index",
      comment: "A feature folder is imported by its index.ts, so that its other files can change.",
      severity: "error",
      // The page of the look shows parts in states that a door doesn't offer.
      from: { path: "^components/([^/]+)/", pathNot: `^components/look/|${tests}` },
      to: { path: "^components/[^/]+/", pathNot: "^components/[^/]+/index\\.tsx?$|^components/(ui|$1)/" },
    },
    {
      name: "pages-enter-features-by-their-index",
      comment: "The same rule for pages.",
      severity: "error",
      from: { path: "^(app|lib)/", pathNot: tests },
      to: { path: "^components/[^/]+/", pathNot: "^components/[^/]+/index\\.tsx?$|^components/ui/" },
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
      comment: "It is the largest dependency: one component imports it, loaded where a PDF is open.",
      severity: "error",
      from: { path: "^(app|components|lib)/", pathNot: "^components/originals/PdfDocument\\.tsx$" },
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
      from: { pathNot: tests },
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
    tsPreCompilationDeps: "specify",
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".mjs", ".cjs", ".js", ".json"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
