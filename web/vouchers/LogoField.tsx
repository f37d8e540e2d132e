import { useCallback, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { vouchers } from '../../shared/contracts/vouchers.ts';
import { maxLogoBytes, logoEndings, recommendedLogo } from '../../shared/vouchers/logo.ts';
import { boundRequest } from '../app/bound-request.ts';
import { useFile } from '../app/files.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';

interface LogoFieldProps {
  /** Program of the stored logo; undefined for a new one. */
  voucherProgramId: string | undefined;
  disabled: boolean;
}

const recommended = `${recommendedLogo.width} × ${recommendedLogo.height} pixels`;

export function LogoField({ voucherProgramId, disabled }: LogoFieldProps) {
  const { setValue } = useFormContext();
  const [selected, stored] = useWatch({ name: ['partnerLogoFile', 'partnerLogoFileName'] }) as [
    File | undefined,
    string | null | undefined,
  ];
  return (
    <div className="logo-field">
      {!disabled && (
        <Field
          name="partnerLogoFile"
          kind="file"
          accept={[...logoEndings]}
          maxBytes={maxLogoBytes}
          hint={`Shown at the top of the email and of the voucher. Recommended size: ${recommended}.`}
        />
      )}
      {selected ? (
        <Picture
          key={`${selected.name} ${selected.size} ${selected.lastModified}`}
          file={selected}
          name={selected.name}
        />
      ) : (
        stored && voucherProgramId && <Stored voucherProgramId={voucherProgramId} name={stored} />
      )}
      {!disabled && !selected && stored && (
        <div>
          <Button
            small
            kind="quiet"
            icon="trash"
            onClick={() => setValue('partnerLogoFileName', null, { shouldDirty: true })}
          >
            Remove logo
          </Button>
        </div>
      )}
    </div>
  );
}

function Stored({ voucherProgramId, name }: { voucherProgramId: string; name: string }) {
  const { data } = useFile(boundRequest(vouchers.logo, { query: { voucherProgramId } }), name);
  return data && <Picture file={data.blob} name={name} />;
}

function Picture({ file, name }: { file: Blob; name: string }) {
  const [size, setSize] = useState<{ width: number; height: number }>();
  const [broken, setBroken] = useState(false);
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(file);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [file],
  );
  if (broken) return <p className="quiet">This picture cannot be shown.</p>;
  return (
    <figure className="logo-shown">
      <img
        ref={show}
        alt={`Logo: ${name}`}
        onError={() => setBroken(true)}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize({ width: naturalWidth, height: naturalHeight })
        }
      />
      {size && (
        <figcaption className="quiet">
          {`${size.width} × ${size.height} pixels; recommended size: ${recommended}.`}
        </figcaption>
      )}
    </figure>
  );
}
