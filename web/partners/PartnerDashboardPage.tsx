import { Link } from 'react-router-dom';
import { groupMembershipsProgram } from '../../shared/programs.ts';
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
          {/* Banking Info is there for partners that take part in a program (spec 2 §2) */}
          {programTypes.includes(groupMembershipsProgram) && (
            <Card title="Bank account">
              <p>{payeeToken ? 'A withdrawal account is on file.' : 'There is no withdrawal account yet.'}</p>
              <p>
                <Link className={buttonClass()} to={`/partnerowner/partners/${id}/partnerInfo/banking`}>
                  {payeeToken ? 'View bank account' : 'Enter bank account'}
                </Link>
              </p>
            </Card>
          )}
          <Card title="Program">
            {programTypes.includes(groupMembershipsProgram) ? (
              <>
                <p>Group memberships: what the program costs, who pays, and who takes part.</p>
                <p>
                  <Link
                    className={buttonClass()}
                    to={`/partnerowner/partners/${id}/groupmemberships/general`}
                  >
                    View group membership
                  </Link>
                </p>
              </>
            ) : (
              <>
                <p>This partner has no program. Select one in General Info.</p>
                <p>
                  <Link className={buttonClass()} to={`/partnerowner/partners/${id}/partnerInfo/general`}>
                    Choose a program
                  </Link>
                </p>
              </>
            )}
          </Card>
        </>
      )}
    </PartnerFrame>
  );
}
