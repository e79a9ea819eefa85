import { expect, test } from 'vitest';
import { weightsOf } from '../apps/web/icons-plugin.ts';

const ALL = ['bold', 'fill', 'regular'];

test.each([
  ['<XIcon size={22} />', ['regular']],
  ['<XIcon size={22} />\n<XIcon weight="bold" />', ['regular', 'bold']],
  ['<XIcon\n  size={16}\n  weight="fill"\n/>', ['fill']],
  ["<XIcon weight={here ? 'fill' : 'regular'} />", ALL],
  ['<XIcon size={22} />\nconst GLYPH = { close: XIcon };', ALL],
  ["import { XIcon } from './icons.ts';\n<XIcon size={22} />", ['regular']],
  ['import {\n  XIcon as Cross,\n} from \'./icons.ts\';\n<Cross weight="bold" />', ALL],
  ["export { XIcon } from '@phosphor-icons/react/dist/csr/X';\n<XIcon size={22} />", ['regular']],
  ['<XIcon {...look} />', ALL],
  ['<XIcon onClick={() => close()} weight="fill" />', ALL],
  ['<XIconButton />\n<XIcon weight="bold" />', ['bold']],
])('%j draws an icon in %j', (source, weights) => expect(weightsOf('XIcon', source)).toEqual(weights));
