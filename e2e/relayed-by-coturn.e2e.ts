import { EVERY_CUT, lostCallTest } from './support/cuts.ts';
import { relayedCallTests } from './support/relayed.ts';
import { SIZE } from './support/size.ts';
import { test } from './support/test.ts';

test.use({ relay: 'coturn', settings: { CAN_DISLIKE_SECONDS: '1' } });

relayedCallTests({ cuts: SIZE === 'full' ? EVERY_CUT : [{ seconds: 3, whose: 'both' }] });
if (SIZE === 'full') lostCallTest();
