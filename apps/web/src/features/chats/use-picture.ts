import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mediaQuery, renewMedia } from './api/media-address.ts';
import type { Chats } from './cache.ts';

/** The picture of a message on its way to the screen. An expired address is renewed once. */
export function usePicture(chats: Chats, messageId: string) {
  const { data, isError } = useQuery(mediaQuery(chats, messageId));
  const [state, setState] = useState<'coming' | 'here' | 'renewing' | 'failed'>('coming');

  function renew(): void {
    renewMedia(chats, messageId).then(
      // An unchanged address would be refused again, and an image does not read it twice.
      ({ url }) => url === data?.url && setState('failed'),
      () => setState('failed'),
    );
  }
  return {
    address: data,
    state: isError ? 'failed' : state,
    onLoad: () => setState('here'),
    onError(): void {
      if (state === 'renewing') return setState('failed');
      setState('renewing');
      renew();
    },
    again(): void {
      setState('coming');
      renew();
    },
  };
}
