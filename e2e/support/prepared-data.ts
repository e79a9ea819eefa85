import { prepareData } from './product.ts';

/** A first start takes three times as long as the next ones: the tests of `e2e/start` make theirs, all others begin with a copy of one. */
export default prepareData;
