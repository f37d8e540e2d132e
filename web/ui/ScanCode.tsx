import { useCallback, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { Popup } from './Popup.tsx';
import { wait } from '../platform/time-and-chance.ts';
import './scan-code.css';

interface ScanCodeProps {
  title: string;
  hint: string;
  isCode: (text: string) => boolean;
  onCode: (code: string) => void;
}

/** Scans a QR code with the camera; without camera access, the user enters it manually. */
export function ScanCode({ onCode, ...props }: ScanCodeProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="camera" onClick={() => setOpen(true)}>
        Scan with camera
      </Button>
      {open && (
        <ScanPopup
          {...props}
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

const noCamera = 'The camera is not available. Close this and enter the code manually.';
const framePause = 150;

function ScanPopup({ title, hint, isCode, onClose, onCode }: ScanCodeProps & { onClose: () => void }) {
  const [error, setError] = useState('');
  const latest = useRef({ onCode, isCode });
  const watch = useCallback((video: HTMLVideoElement) => {
    const stop = new AbortController();
    scan(video, latest.current.isCode, stop.signal).then(
      (code) => code !== undefined && latest.current.onCode(code),
      () => !stop.signal.aborted && setError(noCamera),
    );
    return () => stop.abort();
  }, []);
  return (
    <Popup open title={title} size="small" onClose={onClose}>
      {error ? (
        <p role="alert">{error}</p>
      ) : (
        <>
          <p>{hint}</p>
          <video ref={watch} className="scan-video" muted playsInline aria-label="Camera" />
        </>
      )}
    </Popup>
  );
}

/** Returns the text of the first expected QR code; undefined after it is stopped. Throws if there is no camera. */
async function scan(
  video: HTMLVideoElement,
  isCode: (text: string) => boolean,
  stop: AbortSignal,
): Promise<string | undefined> {
  const { decodeQR } = await import('qr/decode.js');
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const end = () => stream.getTracks().forEach((track) => track.stop());
  stop.addEventListener('abort', end);
  if (stop.aborted) end();
  video.srcObject = stream;
  await video.play();
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  while (!stop.aborted) {
    const { videoWidth: width, videoHeight: height } = video;
    if (width > 0) {
      Object.assign(canvas, { width, height });
      context.drawImage(video, 0, 0);
      const text = readFrame(decodeQR, context.getImageData(0, 0, width, height)) ?? '';
      if (isCode(text)) {
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
    return undefined;
  }
}
