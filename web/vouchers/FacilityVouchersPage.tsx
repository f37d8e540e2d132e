import { useRef, useState } from 'react';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { showMoney } from '../../shared/money.ts';
import { vouchers } from '../../shared/contracts/vouchers.ts';
import { readCode, readVoucherAddress } from '../../shared/vouchers/voucher-code.ts';
import { codeForm, showMoment } from '../../shared/vouchers/redemption/redemption.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { readFailure } from '../app/form-errors.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { DateText } from '../ui/DateText.tsx';
import { Field } from '../ui/Field.tsx';
import { type Failure, FormAlert } from '../ui/FormAlert.tsx';
import { Money } from '../ui/Money.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { OwnRedemptions } from './OwnRedemptions.tsx';
import { ScanCode } from '../ui/ScanCode.tsx';
import './vouchers.css';

type Found = ResponseOf<typeof vouchers.lookup>;

export default function FacilityVouchersPage() {
  const [found, setFound] = useState<Found>();
  // remounts the form for each code, with an empty focused field
  const [round, setRound] = useState(0);
  const next = () => {
    setFound(undefined);
    setRound(round + 1);
  };
  return (
    <>
      <PageHeading title="Vouchers" lead="Check a code, then redeem it. A voucher can be redeemed once." />
      <Card title={found ? 'This voucher' : 'Enter a code'}>
        {found ? (
          <FoundVoucher voucher={found} onRedeemed={setFound} onNext={next} />
        ) : (
          <EnterCode key={round} isFirst={round === 0} onFound={setFound} />
        )}
      </Card>
      <OwnRedemptions />
    </>
  );
}

function EnterCode({ isFirst, onFound }: { isFirst: boolean; onFound: (voucher: Found) => void }) {
  const lookup = useAction(vouchers.lookup);
  const [failure, setFailure] = useState<Failure>();
  const container = useRef<HTMLDivElement>(null);
  const check = async (code: string) => {
    setFailure(undefined);
    onFound(await lookup.run({ body: { code } }));
  };
  const scanned = (code: string) =>
    void check(code).catch((error: unknown) => {
      const { fields, failure: whole } = readFailure(error);
      setFailure(whole ?? { message: Object.values(fields)[0] ?? '' });
    });
  return (
    <div className="enter-code" ref={isFirst ? container : focusField}>
      <Form
        schema={codeForm}
        initial={{ code: '' }}
        submitLabel="Check code"
        busyLabel="Checking…"
        guard={false}
        safe="Nothing was redeemed."
        onSubmit={({ code }) => check(code)}
        actions={
          <ScanCode
            title="Scan a voucher"
            hint="Hold the voucher’s QR code in front of the camera."
            isCode={(text) => (readCode(text) ?? readVoucherAddress(text)) !== undefined}
            onCode={scanned}
          />
        }
      >
        <Field
          name="code"
          autoComplete="off"
          placeholder="ABCD-EFGH-JKLM"
          hint="Twelve letters and digits. Case and hyphens do not matter."
        />
      </Form>
      <FormAlert failure={failure} safe="You can enter the code instead." />
    </div>
  );
}

const focusField = (container: HTMLDivElement | null) => container?.querySelector('input')?.focus();

interface FoundVoucherProps {
  voucher: Found;
  onRedeemed: (voucher: Found) => void;
  onNext: () => void;
}

function FoundVoucher({ voucher, onRedeemed, onNext }: FoundVoucherProps) {
  const redeem = useAction(vouchers.redeem, vouchers.redemptions);
  const { code, displayName, redemptionValue, startDate, endDate, redeemedOn, redeemedBy } = voucher;
  const redeemFound = async () => {
    const response = await redeem.act({ body: { code } });
    if (response) onRedeemed(response.voucher);
  };
  return (
    <div className="found-voucher">
      <p className="voucher-amount">
        <Money cents={redemptionValue} />
      </p>
      <p>
        <strong>{displayName}</strong>
        <br />
        Valid from <DateText date={startDate} /> to <DateText date={endDate} />
        <br />
        <span className="voucher-code">{code}</span>
      </p>
      {redeemedOn && (
        <output>
          <StatusBadge color="green" label="Redeemed" /> {`at your club on ${showMoment(redeemedOn)}`}
          {redeemedBy && ` by ${redeemedBy}`}.
        </output>
      )}
      <div className="page-actions">
        {redeemedOn ? (
          <Button kind="primary" onClick={onNext}>
            Check another code
          </Button>
        ) : (
          <>
            <Button
              kind="action"
              busy={redeem.running}
              busyLabel="Redeeming…"
              onClick={() => void redeemFound()}
            >
              {`Redeem ${showMoney(redemptionValue)}`}
            </Button>
            <Button onClick={onNext}>Cancel</Button>
          </>
        )}
      </div>
    </div>
  );
}
