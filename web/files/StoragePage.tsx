import { useCallback, useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { files } from '../../shared/contracts/files.ts';
import { download } from '../app/api.ts';
import { homeOf } from '../app/page.ts';
import { useSession } from '../app/session.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';

/** Downloads the file of a link, then redirects to the user's area (spec 3 §2). */
export default function StoragePage() {
  const { filePartitionKey = '', fileRowKey = '' } = useParams();
  const { role } = useSession();
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>();
  const fetchIt = useCallback(async () => {
    await download(files.get, { params: { partitionKey: filePartitionKey, rowKey: fileRowKey } });
    await navigate(role === 'member' || role === 'systemAdmin' ? homeOf[role] : '/', { replace: true });
  }, [filePartitionKey, fileRowKey, navigate, role]);
  useEffect(() => {
    let left = false;
    fetchIt().catch((reason: unknown) => left || setError(reason));
    return () => {
      left = true;
    };
  }, [fetchIt]);
  if (!error) return <SkeletonLines lines={4} />;
  return (
    <FailedState
      error={error}
      onRetry={() => {
        setError(undefined);
        fetchIt().catch(setError);
      }}
    />
  );
}
