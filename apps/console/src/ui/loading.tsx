import { Loader } from '@mantine/core';

/** A sign that something loads, under its name. */
export const Loading = ({ label }: { label: string }) => <Loader size="sm" role="status" aria-label={label} />;
