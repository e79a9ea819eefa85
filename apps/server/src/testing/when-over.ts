import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** After the test that is running, or else after the file. */
export function whenOver(stop: () => Promise<void>): void {
  const isInTest = TestRunner.getCurrentTest() !== undefined;
  (isInTest ? onTestFinished : afterAll)(stop);
}
