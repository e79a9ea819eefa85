import { useEffect, useState } from 'react';
import { microphone } from '../voice.ts';

/** Devices of one kind, followed as they come and go. Their names are known once a microphone was allowed. */
export function useDevices(kind: MediaDeviceKind): readonly MediaDeviceInfo[] {
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([]);
  useEffect(() => {
    const { mediaDevices } = navigator;
    if (mediaDevices === undefined) return undefined;
    let current = true;
    const look = async () => {
      const all = await mediaDevices.enumerateDevices();
      if (current)
        setDevices(all.filter((device) => device.kind === kind && device.deviceId !== '' && device.label !== ''));
    };
    const lookAgain = () => void look();
    lookAgain();
    mediaDevices.addEventListener('devicechange', lookAgain);
    const stop = microphone.subscribe(lookAgain);
    return () => {
      current = false;
      mediaDevices.removeEventListener('devicechange', lookAgain);
      stop();
    };
  }, [kind]);
  return devices;
}
