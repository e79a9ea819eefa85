import { parseArgs } from 'node:util';
import { buildWeb } from './build-web.ts';
import { writeGallery } from './gallery.ts';
import { runTool } from './run-tool.ts';
import { ensureChromium } from './tools.ts';

/**
 * Writes docs/screens, their gallery and the pictures of apps/web/public; with a word only those of the files whose path
 * contains it. With --compare it writes nothing there and lists the screens that look otherwise than those pictures.
 */
const { values, positionals } = parseArgs({
  options: { compare: { type: 'boolean', default: false } },
  allowPositionals: true,
});
ensureChromium();
buildWeb();
const words = values.compare ? ['screens', ...positionals] : positionals;
const env = { ...process.env, SCREENS: values.compare ? 'compare' : 'write' };
const { status } = runTool('playwright', ['test', '-c', 'e2e', '--project=screens', ...words], 'show', env);
if (!values.compare) writeGallery();
process.exitCode = status ?? 1;
