import { Link } from 'react-router-dom';
import { buttonClass } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { PartnerFrame } from './PartnerFrame.tsx';

export default function PartnerDashboardPage() {
  return (
    <PartnerFrame>
      {({ id, name, payeeToken, programTypes }) => (
        <>
          <PageHeading title={`Welcome, ${name}`} lead="What is set up, and what comes next." />
          <Card title="Bank account">
            <p>{payeeToken ? 'A withdrawal account is on file.' : 'There is no withdrawal account yet.'}</p>
            <p>
              <Link className={buttonClass()} to={`/partnerowner/partners/${id}/partnerInfo/banking`}>
                {payeeToken ? 'Look at the bank account' : 'Enter the bank account'}
              </Link>
            </p>
          </Card>
          <Card title="Program">
            <p>
              {programTypes.length > 0
                ? 'A group membership program is running.'
                : 'There is no program yet.'}
            </p>
            <p>
              <Link className={buttonClass()} to={`/partnerowner/partners/${id}/groupmemberships/general`}>
                {programTypes.length > 0 ? 'Look at the program' : 'Create the program'}
              </Link>
            </p>
          </Card>
        </>
      )}
    </PartnerFrame>
  );
}
