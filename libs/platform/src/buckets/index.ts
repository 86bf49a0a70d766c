export { readBucket, type NamedBucket } from './bucket-address.js';
export { bucketFaultOf, type BucketFault } from './bucket-faults.js';
export { placeOf, S3Store, type BucketPlace, type ListedObject } from './s3-store.js';
