import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const DEFINITION = /@phosphor-icons\/react\/dist\/defs\/(\w+)\.es\.js$/;
const WEIGHT = /^ {2}\[\n {4}"(\w+)",\n[\s\S]*?^ {2}\],?\n/gmu;
const SOURCES = join(import.meta.dirname, 'src');

/** Weights kept for an icon that is passed on, since it may be drawn in any of them. */
const DRAWN = ['bold', 'fill', 'regular'];

/** Drops unused weights: each icon comes in six, most are drawn in one, and every weight costs as much. */
export function icons(): Plugin {
  let source: string | undefined;
  return {
    name: 'icons',
    apply: 'build',
    transform: {
      filter: { id: DEFINITION },
      handler(code, id) {
        source ??= globSync('**/*.{ts,tsx}', { cwd: SOURCES })
          .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
          .join('\n');
        const drawn = weightsOf(`${DEFINITION.exec(id)?.[1]}Icon`, source);
        return {
          code: code.replaceAll(WEIGHT, (entry, weight: string) => (drawn.includes(weight) ? entry : '')),
          map: null,
        };
      },
    },
  };
}

/** The weights in which the source draws an icon. */
export function weightsOf(icon: string, source: string): string[] {
  const used = source.replaceAll(/^(?:import|export) \{[^}]*\} from .*;$/gm, '');
  const elements = [...used.matchAll(RegExp(`<${icon}\\b([^>]*)>`, 'g'))];
  const isHandedOn = elements.length < [...used.matchAll(RegExp(`\\b${icon}\\b`, 'g'))].length;
  if (isHandedOn || RegExp(`\\b${icon} as\\b`).test(source)) return DRAWN;
  const weights = elements.flatMap(([, attributes = '']) => {
    // Props are spread, or the match ends inside a function.
    if (/\{\.\.\.|=$/.test(attributes)) return DRAWN;
    if (!attributes.includes('weight=')) return 'regular';
    return /weight="(\w+)"/.exec(attributes)?.[1] ?? DRAWN;
  });
  return [...new Set(weights)];
}
