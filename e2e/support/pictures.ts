import type { Page } from '@playwright/test';

/** A picture of a sky, drawn in the page; large enough to take its time on a slow network. */
export function drawPicture(page: Page, { width, height }: { width: number; height: number }): Promise<string> {
  return page.evaluate(
    ([w = 0, h = 0]) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [w, h];
      const pen = canvas.getContext('2d');
      if (pen === null) throw new Error('this browser draws nothing');
      const sky = pen.createLinearGradient(0, 0, 0, h);
      sky.addColorStop(0, 'navy');
      sky.addColorStop(1, 'orange');
      pen.fillStyle = sky;
      pen.fillRect(0, 0, w, h);
      pen.fillStyle = 'gold';
      pen.beginPath();
      pen.arc(w / 2, h * 0.7, h / 5, 0, 7);
      pen.fill();
      return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? '';
    },
    [width, height],
  );
}

/** Lets a file go over the room, or puts it into the field, as a mouse or a keyboard would. */
export function giveFile(page: Page, { base64, how }: { base64: string; how: 'drop' | 'paste' }): Promise<void> {
  return page.evaluate(
    async ([data = '', kind = '']) => {
      const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], 'sky.jpg', { type: 'image/jpeg' }));
      const target = document.querySelector('textarea');
      if (target === null) throw new Error('there is no field to write in');
      const event =
        kind === 'drop'
          ? new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer })
          : new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: transfer });
      target.dispatchEvent(event);
    },
    [base64, how],
  );
}

/** The loudest frequency of a file that this page may read, and how long it is. */
export function listenTo(page: Page, address: string): Promise<{ hertz: number; seconds: number }> {
  return page.evaluate(async (url) => {
    const response = await fetch(url);
    const rate = 16_000;
    const decoded = await new OfflineAudioContext(1, 1, rate).decodeAudioData(await response.arrayBuffer());
    const samples = decoded.getChannelData(0);
    // How often it crosses silence upwards within its middle second.
    const from = Math.floor((samples.length - rate) / 2);
    let crossings = 0;
    for (let at = from; at < from + rate; at += 1) {
      if ((samples[at - 1] ?? 0) < 0 && (samples[at] ?? 0) >= 0) crossings += 1;
    }
    return { hertz: crossings, seconds: decoded.duration };
  }, address);
}

/** Runs in the page: writes down which addresses of its own it has let go, on the root element. */
export function noteRevoked(): void {
  const revoke = URL.revokeObjectURL.bind(URL);
  URL.revokeObjectURL = (address) => {
    const { dataset } = document.documentElement;
    dataset['revoked'] = `${dataset['revoked'] ?? ''} ${address}`;
    revoke(address);
  };
}
