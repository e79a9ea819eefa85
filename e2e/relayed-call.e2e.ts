import { EVERY_CUT, lostCallTest } from './support/cuts.ts';
import { relayedCallTests } from './support/relayed.ts';
import { SIZE } from './support/size.ts';
import { test } from './support/test.ts';

test.use({ relay: 'closed', settings: { CAN_DISLIKE_SECONDS: '1' } });

// Longer than the 17 s after which browsers give a path up: then only what we do brings the sound back.
relayedCallTests({ cuts: SIZE === 'full' ? EVERY_CUT : [{ seconds: 20, whose: 'both' }] });
if (SIZE === 'full') lostCallTest();
