import { getConfig } from '@lingui/conf';
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';

/** Finds lingui.config.ts wherever the command was started. */
export const linguiOptions = { cwd: import.meta.dirname };

/** Turns the message macros into calls; the build and the tests both need it. */
export function messageMacros() {
  return babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig(linguiOptions) }, linguiOptions)] });
}
