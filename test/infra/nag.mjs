export { AwsSolutionsChecks } from 'cdk-nag';
