import { buildWeb } from './build-web.ts';
import { runTool } from './run-tool.ts';
import { ensureChromium } from './tools.ts';

/** Writes docs/screens and the pictures of apps/web/public; with a word only those of the files whose path contains it. */
ensureChromium();
buildWeb();
const words = process.argv.slice(2);
process.exitCode = runTool('playwright', ['test', '-c', 'e2e', '--project=screens', ...words]).status ?? 1;
