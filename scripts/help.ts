const SCRIPTS = [
  ['npm start', 'build what changed, start everything, print two addresses'],
  ['npm test', 'unit tests, tests on a real PostgreSQL, real browsers; its budget is 20 minutes'],
  ['npm test -- voice', 'only the test files whose path contains "voice"'],
  ['npm test -- --full stress', 'the same in the sizes of a release, which take their time'],
  ['npm run dev', 'start with the server and the page reloading as you edit; prints the personas'],
  [
    'npm run dev:two',
    'the same with two people signed in, side by side in two windows; -- --fake-microphone, --headless',
  ],
  ['npm run cluster', 'two nodes of the product with NATS between them, to see them work together'],
  [
    'npm run check',
    'types, lint, format, imports, contrast, messages, unused files, budgets of scripts: what CI runs first',
  ],
  ['npm run bundles', 'what each route of the page loads, beside its budget'],
  [
    'npm run bench <name>',
    'a measurement beside its floor or demand: match, messages, idle, storm, history, call-setup, overload, cold …',
  ],
  ['npm run soak -- --minutes 60', 'calls, texts, messages and posts for so long; whether the server’s memory grows'],
  ['npm run simulate <name>', 'what cannot be measured on one machine: match, capacity; -- --help for its options'],
  [
    'npm run faults',
    'what breaks is broken on purpose, at full size, beside what must hold: hours; -- node-killed for one of them',
  ],
  ['npm run screenshots', 'every screen, both sizes, dark and light, into docs/screens and docs/gallery.md'],
  ['npm run screenshots -- --compare', 'which screens look otherwise than the pictures that are checked in'],
  ['npm run -s yonder -- help', 'the operator’s command line'],
  ['npm run db:types', 'write the row types after a new migration'],
  ['npm run lock', 'complete the lock after npm i'],
  ['npm run sbom', 'the bill of materials of what is deployed, as CycloneDX, into sbom.cdx.json'],
  ['npm run format', 'format the sources'],
  ['npm run i18n -w apps/web', 'collect the messages of the page into its catalogues'],
] as const;

const width = Math.max(...SCRIPTS.map(([script]) => script.length));
for (const [script, what] of SCRIPTS) console.log(`${script.padEnd(width)}   ${what}`);
