import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Presses } from './presses.ts';

interface Submit<Input, Output> {
  /** The callable takes the request id, so that no retry executes twice. */
  send: (input: Input, how: { requestId: string }) => Promise<Output>;
  onGranted?: (output: Output) => void;
  onRefused?: (error: Error, input: Input) => void;
}

/** Submits a form, once however often it is pressed. */
export function useSubmit<Input, Output>({ send, onGranted, onRefused }: Submit<Input, Output>) {
  const [presses] = useState(() => new Presses());
  const sending = useMutation({
    mutationFn: ({ input, requestId }: { input: Input; requestId: string }) => send(input, { requestId }),
    onSuccess: onGranted,
    onError(error, { input }) {
      presses.refused();
      onRefused?.(error, input);
    },
  });
  return {
    submit(input: Input): void {
      const requestId = presses.take(input);
      if (requestId !== null) sending.mutate({ input, requestId });
    },
    /** Keeps the form for another input. */
    anew(): void {
      presses.anew();
      sending.reset();
    },
    /** Stays true after success, until the form unmounts or begins anew. */
    busy: sending.isPending || sending.isSuccess,
    error: sending.error,
  };
}
