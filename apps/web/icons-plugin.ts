import type { Plugin } from 'vite';

const DEFINITION = /@phosphor-icons\/react\/dist\/defs\/[^/]+\.js$/;
const UNUSED = /^ {2}\[\n {4}"(?:duotone|light|thin)",\n[\s\S]*?^ {2}\],?\n/gmu;

/** Every icon comes in six weights, of which three are drawn here: the others would be half of what an icon costs. */
export function icons(): Plugin {
  return {
    name: 'icons',
    apply: 'build',
    transform: {
      filter: { id: DEFINITION },
      handler: (code) => ({ code: code.replaceAll(UNUSED, ''), map: null }),
    },
  };
}
