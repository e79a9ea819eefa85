import { buildWeb } from './build-web.ts';
import { runTool } from './run-tool.ts';
import { ensureChromium } from './tools.ts';

/** Writes docs/screens. */
ensureChromium();
buildWeb();
process.exitCode = runTool('playwright', ['test', '-c', 'e2e', '--project', 'screens']).status ?? 1;
