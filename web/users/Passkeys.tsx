import { useState } from 'react';
import { users } from '../../shared/contracts/users.ts';
import { passkeyNameForm, type ListedPasskey } from '../../shared/users/passkeys.ts';
import { actionOf } from '../../shared/users/step-up.ts';
import { callApi } from '../app/api.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { createPasskey } from '../app/passkey-client.ts';
import { useSession } from '../app/session.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';
import { EmptyState, SkeletonLines } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import { showTime } from './SessionsPage.tsx';

/** Lists, adds, renames, and removes the user's passkeys. */
export function Passkeys({ onChange }: { onChange: () => void }) {
  const { data = [], error, loading, reload, retrying } = useEndpoint(users.passkeys, {});
  const changed = () => {
    reload();
    onChange();
  };
  return (
    <Card title="Passkeys">
      <p>
        A passkey confirms with your fingerprint, face, or device PIN that it is you, and works only on this
        site. With a passkey, a stolen password is not enough to log in.
      </p>
      {loading ? (
        <SkeletonLines lines={8} hidesBelow />
      ) : (
        <Table
          caption="Your passkeys"
          captionHidden
          failed={error ? { error, onRetry: reload, retrying } : undefined}
          rows={data}
          rowKey={({ id }) => id}
          empty={<EmptyState title="No passkeys" text="Add one on each device that you use." />}
          columns={[
            { key: 'name', title: 'Name', render: ({ name }) => name },
            { key: 'createdAt', title: 'Added', render: ({ createdAt }) => showTime(createdAt) },
            {
              key: 'usedAt',
              title: 'Last used',
              render: ({ usedAt }) => (usedAt ? showTime(usedAt) : 'Not yet'),
            },
            {
              key: 'actions',
              title: 'Actions',
              pinned: 'end',
              render: (passkey) => <PasskeyActions passkey={passkey} onDone={changed} />,
            },
          ]}
        />
      )}
      <AddPasskey onDone={changed} />
    </Card>
  );
}

function AddPasskey({ onDone }: { onDone: () => void }) {
  const add = useAction(users.addPasskey);
  const { me } = useSession();
  const [count, setCount] = useState(0);
  if (!me) return null;
  return (
    <Form
      key={count}
      schema={passkeyNameForm}
      initial={{ name: '' }}
      onSubmit={async ({ name }) => {
        const request = await callApi(users.beginPasskey, { body: { action: actionOf(users.addPasskey) } });
        await add.run({ body: { name, passkey: await createPasskey(request, me) } });
        setCount(count + 1);
        onDone();
      }}
      submitLabel="Add a passkey"
      busyLabel="Adding…"
      safe="Nothing was changed."
      guard={false}
    >
      <Field name="name" width="medium" hint="The device, such as “Office laptop”." autoComplete="off" />
    </Form>
  );
}

function PasskeyActions({ passkey, onDone }: { passkey: ListedPasskey; onDone: () => void }) {
  const rename = useAction(users.renamePasskey);
  const remove = useAction(users.removePasskey);
  const confirm = useConfirm();
  const [isRenaming, setRenaming] = useState(false);
  const params = { passkeyId: passkey.id };
  const onRemove = async () => {
    const isSure = await confirm({
      title: `Remove “${passkey.name}”?`,
      text: 'You can no longer log in with it.',
      action: 'Remove',
      danger: true,
    });
    if (isSure && (await remove.act({ params }))) onDone();
  };
  return (
    <span className="page-actions">
      <Button small onClick={() => setRenaming(true)}>
        Rename<span className="hidden-text"> {passkey.name}</span>
      </Button>
      <Button small busy={remove.running} busyLabel="Removing…" onClick={() => void onRemove()}>
        Remove<span className="hidden-text"> {passkey.name}</span>
      </Button>
      <Popup open={isRenaming} title="Rename the passkey" size="small" onClose={() => setRenaming(false)}>
        <Form
          schema={passkeyNameForm}
          initial={{ name: passkey.name }}
          onSubmit={async (body) => {
            await rename.run({ params, body });
            setRenaming(false);
            onDone();
          }}
          submitLabel="Save name"
          busyLabel="Saving…"
          guard={false}
        >
          <Field name="name" autoComplete="off" />
        </Form>
      </Popup>
    </span>
  );
}
