import { relayedCallTests } from './support/relayed.ts';
import { test } from './support/test.ts';

test.use({ relay: 'coturn', settings: { CAN_DISLIKE_SECONDS: '1' } });

relayedCallTests();
