import { type ReactNode, useRef, useState } from 'react';
import { employees } from '../../shared/contracts/employees.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { signUpLinkForm, type SignUpLinkState } from '../../shared/employees/sign-up.ts';
import { pathTo } from '../app/addresses.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { saveAs } from '../app/downloads.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Field } from '../ui/Field.tsx';
import { showDate } from '../ui/formatted-text.tsx';
import { MoreActions } from '../ui/MoreActions.tsx';
import { Popup } from '../ui/Popup.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { StatusBadge, type StatusColor } from '../ui/StatusBadge.tsx';
import { QrCode } from '../users/QrCode.tsx';
import '../users/security.css';

type LinkView = ResponseOf<typeof employees.signUpLink>;

const badges: Record<SignUpLinkState, { color: StatusColor; label: string }> = {
  open: { color: 'green', label: 'On' },
  off: { color: 'orange', label: 'Off' },
  ended: { color: 'beet', label: 'Ended' },
  noProgram: { color: 'beet', label: 'No program' },
  hrSystem: { color: 'beet', label: 'Closed' },
};

const notes: Partial<Record<SignUpLinkState, string>> = {
  ended: 'The last day of the link is over. Edit the link to choose another one.',
  hrSystem:
    'An API client changes your roster, so people join through your HR system. Revoke the client to use a sign-up link.',
};

interface Props {
  partnerId: string;
  mayChange: boolean;
}

/** The sign-up link with its QR code, checks, and actions. */
export function SignUpLinkCard({ partnerId, mayChange }: Props) {
  const { data, error, retrying, reload } = useEndpoint(employees.signUpLink, { params: { partnerId } });
  const [isEditing, setEditing] = useState(false);
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={6} />;
  const { state, token, lastRosterOn } = data;
  const note = notes[state];
  const isOff = token === null || state === 'off';
  const actions = { partnerId, link: data, onEdit: () => setEditing(true) };
  return (
    <Card title="Sign-up link" aside={<StatusBadge {...badges[state]} />}>
      {note && (
        <div className="alert alert-info">
          <p>{note}</p>
        </div>
      )}
      {isOff ? (
        <p>
          Put a link and a QR code on a poster or in a chat. People enter their name and confirm their work
          email; you decide who joins.
        </p>
      ) : (
        <OpenLink link={data} token={token}>
          {mayChange && <LinkActions {...actions} />}
        </OpenLink>
      )}
      {lastRosterOn !== null && state !== 'hrSystem' && (
        <p className="quiet screen-only">
          {`You applied a full roster on ${showDate(lastRosterOn)}. The next one ends the memberships of people who are not in the file, so add the people who signed up to it.`}
        </p>
      )}
      {mayChange && isOff && <LinkActions {...actions} />}
      {isEditing && <EditLink partnerId={partnerId} link={data} onClose={() => setEditing(false)} />}
    </Card>
  );
}

const listOf = (domains: readonly string[]): string => domains.join(', ');

function OpenLink({ link, token, children }: { link: LinkView; token: string; children: ReactNode }) {
  const { partnerName, domains, codeWord, endsOn } = link;
  const poster = useRef<HTMLDivElement>(null);
  const [isCopied, setCopied] = useState(false);
  const address = `${window.location.origin}${pathTo('signUp', { linkToken: token })}`;
  const picture = () => poster.current?.querySelector<SVGSVGElement>('.qr-code');
  return (
    <div className="sign-up-link">
      <div className="sign-up-poster" ref={poster}>
        <p className="print-only sign-up-title">{`Join the fitness program of ${partnerName}`}</p>
        <QrCode text={address} label="QR code of the sign-up link" />
        <p className="sign-up-address">{address}</p>
        <p className="print-only">
          {`Scan the code with the camera of your phone${domains.length > 0 ? ` and sign up with your work email (${listOf(domains)})` : ''}.`}
          {codeWord !== null && ' You get the code word from your employer.'}
        </p>
      </div>
      <div className="sign-up-facts screen-only">
        <DescriptionList
          items={[
            ['Email domains', domains.length > 0 ? listOf(domains) : 'All'],
            ['Code word', codeWord ?? 'None'],
            ['Last day', endsOn === null ? 'None' : showDate(endsOn)],
          ]}
        />
        {codeWord !== null && (
          <p className="quiet">
            The code word is neither in the link nor in the QR code. Share it separately, not on the poster.
          </p>
        )}
        <div className="page-actions">
          <Button
            kind="primary"
            onClick={() => void navigator.clipboard.writeText(address).then(() => setCopied(true))}
          >
            {isCopied ? 'Copied' : 'Copy link'}
          </Button>
          <Button icon="printer" onClick={() => window.print()}>
            Print poster
          </Button>
          <Button icon="download" onClick={() => savePicture(picture(), 'png')}>
            PNG
          </Button>
          <Button icon="download" onClick={() => savePicture(picture(), 'svg')}>
            SVG
          </Button>
        </div>
        {children}
      </div>
    </div>
  );
}

/** Pixels per square of the saved picture; enough for a poster. */
const squarePixels = 24;

/** Saves the QR code, always dark on light. */
function savePicture(picture: SVGSVGElement | null | undefined, type: 'png' | 'svg'): void {
  const path = picture?.querySelector('path')?.getAttribute('d');
  if (!picture || !path) return;
  const size = picture.viewBox.baseVal.width;
  if (type === 'svg') {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}"/></svg>`;
    saveAs(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`, 'sign-up-link.svg');
    return;
  }
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size * squarePixels;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(squarePixels, squarePixels);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size, size);
  context.fillStyle = '#000';
  context.clip(new Path2D(path));
  context.fillRect(0, 0, size, size);
  saveAs(canvas.toDataURL('image/png'), 'sign-up-link.png');
}

interface LinkActionsProps {
  partnerId: string;
  link: LinkView;
  onEdit: () => void;
}

function LinkActions({ partnerId, link: { state, token, version }, onEdit }: LinkActionsProps) {
  const renew = useAction(employees.renewSignUpLink, employees.signUpLink);
  const turnOff = useAction(employees.turnOffSignUpLink, employees.signUpLink);
  const confirm = useConfirm();
  const params = { partnerId };
  const onRenew = async () => {
    const isSure = await confirm({
      title: 'Renew the link?',
      text: 'The current link and its QR code stop working immediately, also on posters. Received sign-ups remain.',
      action: 'Renew link',
    });
    if (isSure) await renew.act({ params, body: { version } });
  };
  const onTurnOff = async () => {
    const isSure = await confirm({
      title: 'Turn off the link?',
      text: 'People can no longer sign up. Received sign-ups remain, and you can turn on the same link again.',
      action: 'Turn off',
    });
    if (isSure) await turnOff.act({ params });
  };
  if (token === null || state === 'off')
    return (
      <div className="page-actions">
        <Button kind="action" onClick={onEdit}>
          Turn on
        </Button>
      </div>
    );
  return (
    <div className="page-actions">
      {state !== 'hrSystem' && (
        <Button icon="edit" onClick={onEdit}>
          Edit link
        </Button>
      )}
      <MoreActions>
        <Button kind="quiet" icon="retry" busy={renew.running} onClick={() => void onRenew()}>
          Renew link
        </Button>
        <Button kind="quiet" icon="ban" busy={turnOff.running} onClick={() => void onTurnOff()}>
          Turn off
        </Button>
      </MoreActions>
    </div>
  );
}

function EditLink({ partnerId, link, onClose }: Omit<LinkActionsProps, 'onEdit'> & { onClose: () => void }) {
  const { state, domains, codeWord, endsOn, version } = link;
  const save = useAction(employees.saveSignUpLink, employees.signUpLink);
  return (
    <Popup
      open
      title={state === 'off' ? 'Turn on the sign-up link' : 'Edit the sign-up link'}
      onClose={onClose}
    >
      <p>Everyone with the link can sign up. A domain or a code word keeps strangers out of your list.</p>
      <Form
        schema={signUpLinkForm}
        initial={{ domains: domains.join('\n'), codeWord: codeWord ?? '', endsOn: endsOn ?? '' }}
        submitLabel={state === 'off' ? 'Turn on' : 'Save link'}
        busyLabel="Saving…"
        guard={false}
        onSubmit={async (body) => {
          await save.run({ params: { partnerId }, body: { ...body, version } });
          onClose();
        }}
      >
        <Field
          name="domains"
          rows={3}
          hint="One per line, such as example.com. People sign up with an address at one of them."
        />
        <Field
          name="codeWord"
          autoComplete="off"
          hint="At least 6 letters or digits. People enter it when they sign up."
        />
        <Field name="endsOn" hint="The link works until the end of this day." />
      </Form>
    </Popup>
  );
}
