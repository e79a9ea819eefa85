import { EVERY_CUT } from './support/cuts.ts';
import { relayedCallTests } from './support/relayed.ts';
import { SIZE } from './support/size.ts';
import { test } from './support/test.ts';

test.use({ relay: 'coturn', settings: { CAN_DISLIKE_SECONDS: '1' } });

if (SIZE === 'small') relayedCallTests({ test, cuts: [{ seconds: 8, whose: 'both' }], lost: 'elsewhere' });
else relayedCallTests({ test, cuts: EVERY_CUT, lost: 'alone' });
