import { Link, useNavigate, useParams } from 'react-router-dom';
import { pathTo } from '../app/addresses.ts';
import { PartnerFrame } from '../app/PartnerFrame.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { ManagerForm } from './ManagerForm.tsx';

export default function EditManagerPage() {
  const { partnerId = '', managerId = '' } = useParams();
  const navigate = useNavigate();
  const list = pathTo('managers', { partnerId });
  return (
    <PartnerFrame>
      {() => (
        <>
          <PageHeading title="Edit manager" />
          <ManagerForm
            managerId={managerId}
            whose="The manager"
            onSaved={async () => navigate(list)}
            actions={
              <Link className={buttonClass()} to={list}>
                Back
              </Link>
            }
          />
        </>
      )}
    </PartnerFrame>
  );
}
