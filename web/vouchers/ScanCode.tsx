import { useCallback, useRef, useState } from 'react';
import { readCode, readVoucherAddress } from '../../shared/vouchers/voucher-code.ts';
import { Button } from '../ui/Button.tsx';
import { Popup } from '../ui/Popup.tsx';
import { wait } from '../app/time-and-chance.ts';

/** Reads a voucher's QR code by the camera; where there is none, or it is refused, says to type instead. */
export function ScanCode({ onCode }: { onCode: (code: string) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="camera" onClick={() => setOpen(true)}>
        Scan with camera
      </Button>
      {open && (
        <ScanPopup
          onClose={() => setOpen(false)}
          onCode={(code) => {
            setOpen(false);
            onCode(code);
          }}
        />
      )}
    </>
  );
}

const noCamera = 'The camera is not available. Close this and type the code instead.';
const framePause = 150;

function ScanPopup({ onClose, onCode }: { onClose: () => void; onCode: (code: string) => void }) {
  const [problem, setProblem] = useState('');
  const found = useRef(onCode);
  const watch = useCallback((video: HTMLVideoElement) => {
    const stop = new AbortController();
    scan(video, stop.signal).then(
      (code) => code !== undefined && found.current(code),
      () => !stop.signal.aborted && setProblem(noCamera),
    );
    return () => stop.abort();
  }, []);
  return (
    <Popup open title="Scan a voucher" size="small" onClose={onClose}>
      {problem ? (
        <p role="alert">{problem}</p>
      ) : (
        <>
          <p>Hold the voucher’s QR code in front of the camera.</p>
          <video ref={watch} className="scan-video" muted playsInline aria-label="Camera" />
        </>
      )}
    </Popup>
  );
}

/** Follows the camera until it shows a voucher, and gives what its QR code says; undefined once it is stopped. Throws where there is no camera. */
async function scan(video: HTMLVideoElement, stop: AbortSignal): Promise<string | undefined> {
  const { decodeQR } = await import('qr/decode.js');
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const end = () => stream.getTracks().forEach((track) => track.stop());
  stop.addEventListener('abort', end);
  if (stop.aborted) end();
  video.srcObject = stream;
  await video.play();
  const canvas = document.createElement('canvas');
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  if (!drawing) throw new Error('no canvas');
  while (!stop.aborted) {
    const { videoWidth: width, videoHeight: height } = video;
    if (width > 0) {
      Object.assign(canvas, { width, height });
      drawing.drawImage(video, 0, 0);
      const text = readFrame(decodeQR, drawing.getImageData(0, 0, width, height)) ?? '';
      if (readCode(text) ?? readVoucherAddress(text)) {
        end();
        return text;
      }
    }
    await wait(framePause);
  }
  end();
  return undefined;
}

function readFrame(decode: (image: ImageData) => string, image: ImageData): string | undefined {
  try {
    return decode(image);
  } catch {
    // no QR code in this frame
    return undefined;
  }
}
