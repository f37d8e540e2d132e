import { startCloud } from '../cloud.ts';

startCloud();
