import { EVERY_CUT } from './support/cuts.ts';
import { relayedCallTests } from './support/relayed.ts';
import { SIZE } from './support/size.ts';
import { unhurried as test } from './support/test.ts';

// Longer than the 17 s after which browsers give a path up: then only what we do brings the sound back.
if (SIZE === 'small') relayedCallTests({ test, cuts: [{ seconds: 20, whose: 'both' }], lost: 'meanwhile' });
else relayedCallTests({ test, cuts: EVERY_CUT, lost: 'alone' });
