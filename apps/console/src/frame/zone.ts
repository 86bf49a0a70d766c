import { createContext, useContext } from 'react';

/** The time zone in which a page shows instants: that of its customer, else of the organization. */
export const Zone = createContext('UTC');
export const useZone = (): string => useContext(Zone);
