import { useMemo, useCallback, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { vouchers } from '../../shared/contracts/vouchers.ts';
import { pathTo } from '../app/addresses.ts';
import { PartnerFrame } from '../app/PartnerFrame.tsx';
import { ListPage, type ListColumn } from '../app/ListPage.tsx';
import { buttonClass, Button } from '../ui/Button.tsx';
import { DateText } from '../ui/formatted-text.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { programAddress } from './addresses.ts';
import './vouchers.css';
import { useFormContext, useWatch } from 'react-hook-form';
import { maxLogoBytes, logoEndings, recommendedLogo } from '../../shared/vouchers/voucher-program.ts';
import { boundRequest } from '../app/bound-request.ts';
import { useFile } from '../app/files.ts';
import { loadOnce, useAction } from '../app/data.ts';
import { Field } from '../ui/Field.tsx';
import { Form } from '../app/form.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import {
  atFields,
  newProgram,
  programFormWithLogo,
  requestOf,
  programInput,
  type Program,
  type ProgramInput,
} from './program-form.ts';
import { ProgramLoader } from './ProgramLoader.tsx';

const columnsOf = (partnerId: string): readonly ListColumn<typeof vouchers.programs>[] => [
  { key: 'displayName', title: 'Program Name', sortable: true, wrap: true, width: '18%' },
  {
    key: 'publishedOn',
    title: 'State',
    render: ({ publishedOn }) =>
      publishedOn ? (
        <StatusBadge color="green" label="Published" />
      ) : (
        <StatusBadge color="yellow" label="Draft" icon="edit" />
      ),
  },
  { key: 'redemptionValue', title: 'Amount', kind: 'money', sortable: true },
  {
    key: 'startDate',
    title: 'Valid',
    sortable: true,
    render: ({ startDate, endDate }) => (
      <>
        <DateText date={startDate} /> – <DateText date={endDate} />
      </>
    ),
  },
  { key: 'recipients', title: 'Recipients', kind: 'number' },
  { key: 'redeemed', title: 'Redeemed', kind: 'number' },
  {
    key: 'undeliverable',
    title: 'Undeliverable',
    render: ({ undeliverable }) =>
      undeliverable > 0 ? <StatusBadge color="beet" label={undeliverable.toLocaleString('en-US')} /> : '0',
  },
  {
    key: 'open',
    title: 'Open',
    pinned: 'end',
    render: ({ id, displayName, publishedOn }) => {
      const word = publishedOn ? 'View' : 'Edit';
      return (
        <Link
          className={buttonClass('plain', true)}
          to={programAddress(partnerId, publishedOn ? 'view' : 'edit', id)}
          aria-label={`${word} ${displayName}`}
        >
          {word}
        </Link>
      );
    },
  },
];

export function VoucherProgramsPage() {
  return <PartnerFrame>{({ id }) => <Programs partnerId={id} />}</PartnerFrame>;
}

function Programs({ partnerId }: { partnerId: string }) {
  const columns = useMemo(() => columnsOf(partnerId), [partnerId]);
  return (
    <ListPage
      endpoint={vouchers.programs}
      request={{ query: { partnerId } }}
      title="Voucher programs"
      lead="A program sends vouchers by email; clubs redeem them by code."
      actions={
        <Link className={buttonClass('action')} to={pathTo('addVoucherProgram', { partnerId })}>
          Add Voucher Program
        </Link>
      }
      columns={columns}
      defaultSort="displayName"
      rowKey={({ id }) => id}
      search={{ label: 'Search by program name', order: 'unsorted' }}
      empty={{ icon: 'mail', text: 'Add a program, upload its recipients, then publish it.' }}
    />
  );
}

interface LogoFieldProps {
  /** Program of the stored logo; undefined for a new one. */
  voucherProgramId: string | undefined;
  disabled: boolean;
}

const recommended = `${recommendedLogo.width} × ${recommendedLogo.height} pixels`;

function LogoField({ voucherProgramId, disabled }: LogoFieldProps) {
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

/** Adds, edits, or shows a voucher program; a published one is read-only (spec 2 §4). */
export default function VoucherProgramPage() {
  const { voucherProgramId } = useParams();
  const { pathname } = useLocation();
  return (
    <PartnerFrame>
      {({ id: partnerId }) => {
        if (voucherProgramId === undefined) return <ProgramForm partnerId={partnerId} />;
        return (
          <ProgramLoader partnerId={partnerId} voucherProgramId={voucherProgramId}>
            {(program, reload) => {
              const screen = program.publishedOn ? 'view' : 'edit';
              const address = programAddress(partnerId, screen, program.id);
              if (pathname !== address) return <Navigate replace to={address} />;
              return <ProgramForm partnerId={partnerId} program={program} reload={reload} />;
            }}
          </ProgramLoader>
        );
      }}
    </PartnerFrame>
  );
}

interface ProgramFormProps {
  partnerId: string;
  /** Undefined for a new program. */
  program?: Program;
  reload?: () => Promise<unknown>;
}

function ProgramForm({ partnerId, program, reload }: ProgramFormProps) {
  const save = useAction(vouchers.saveProgram);
  const navigate = useNavigate();
  const [saved, setSaved] = useState(0);
  const isPublished = Boolean(program?.publishedOn);
  const send = async (input: ProgramInput) => {
    const { request, files } = requestOf(input);
    const { data } = await save.run(request, { files }).catch((error: unknown) => {
      throw atFields(error);
    });
    if (!program) return navigate(programAddress(partnerId, 'recipients', data.id));
    await reload?.();
    setSaved(saved + 1);
  };
  return (
    <>
      <PageHeading
        title={program?.displayName ?? 'Add voucher program'}
        lead={leadOf(program)}
        actions={
          program && (
            <Link className={buttonClass()} to={programAddress(partnerId, 'recipients', program.id)}>
              Recipients
            </Link>
          )
        }
      />
      <Card>
        <Form
          key={saved}
          schema={programFormWithLogo}
          initial={program ? programInput(program) : newProgram(partnerId)}
          submitLabel="Save"
          busyLabel="Saving…"
          needsChange={program !== undefined}
          disabled={isPublished}
          onSubmit={send}
          loadLatest={
            program &&
            (async () => ({
              values: programInput(
                await loadOnce(vouchers.program, { query: { voucherProgramId: program.id } }),
              ),
            }))
          }
          actions={
            <Link className={buttonClass()} to={pathTo('voucherPrograms', { partnerId })}>
              {isPublished ? 'Back' : 'Cancel'}
            </Link>
          }
        >
          <ProgramFields disabled={isPublished} />
          <LogoField voucherProgramId={program?.id} disabled={isPublished} />
        </Form>
      </Card>
    </>
  );
}

const ProgramFields = ({ disabled }: { disabled: boolean }) => (
  <div className="form-grid program-fields">
    <Field name="displayName" disabled={disabled} hint="Shown to recipients on their vouchers." />
    <Field
      name="redemptionValue"
      disabled={disabled}
      hint="The amount that a club deducts when it redeems one voucher."
    />
    <Field name="startDate" disabled={disabled} hint="The first day on which a voucher is valid." />
    <Field name="endDate" disabled={disabled} hint="The last day on which a voucher is valid." />
  </div>
);

const leadOf = (program: Program | undefined): string =>
  program === undefined
    ? 'Enter the value of a voucher and its validity. Recipients are the next step.'
    : program.publishedOn
      ? 'This program is published. Its vouchers were sent, so it cannot be changed.'
      : 'No emails are sent until you publish the program.';
