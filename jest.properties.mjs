// Property tests draw the same values in every run where PROPERTY_SEED is set.
import fc from 'fast-check';

const seed = Number(process.env.PROPERTY_SEED);
if (process.env.PROPERTY_SEED && Number.isSafeInteger(seed)) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
