import { useState } from 'react';
import { visits } from '../../shared/contracts/visits.ts';
import { callApi, download } from '../app/api.ts';
import { showFailure, useEndpoint } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';

/** Adds the member's barcode to the wallet of a phone, where the deployment offers it. */
export function WalletButtons({ memberId }: { memberId: string }) {
  const { data } = useEndpoint(visits.offeredWallets, { query: { memberId } });
  const [isBusy, setBusy] = useState(false);
  if (!data?.apple && !data?.google) return null;
  const addWith = (add: () => Promise<void>) => () => {
    setBusy(true);
    void add()
      .catch(showFailure)
      .finally(() => setBusy(false));
  };
  const addToGoogle = async () => {
    const { address } = await callApi(visits.googleWalletPass, { query: { memberId } });
    globalThis.location.assign(address);
  };
  return (
    <Card title="Barcode in your phone’s wallet">
      <p>Your key fob number as a barcode, for clubs whose own system scans it.</p>
      <div className="page-actions">
        {data.apple && (
          <Button
            disabled={isBusy}
            onClick={addWith(() => download(visits.appleWalletPass, { query: { memberId } }))}
          >
            Add to Apple Wallet
          </Button>
        )}
        {data.google && (
          <Button disabled={isBusy} onClick={addWith(addToGoogle)}>
            Add to Google Wallet
          </Button>
        )}
      </div>
    </Card>
  );
}
