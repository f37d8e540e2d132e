import { Link, useNavigate, useParams } from 'react-router-dom';
import { PartnerFrame } from '../partners/PartnerFrame.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { ManagerForm } from './ManagerForm.tsx';

export default function EditManagerPage() {
  const { partnerId = '', managerId = '' } = useParams();
  const navigate = useNavigate();
  const list = `/partnerowner/partners/${partnerId}/partnerInfo/managers/list`;
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
