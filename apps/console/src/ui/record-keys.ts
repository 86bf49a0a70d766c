/** The identifier of a row that the organization gave no code. */
export const byId = ({ svc_id }: { svc_id: string }): string => svc_id;

/** The code of a row, by which addresses name it. */
export const byCode = ({ code }: { code: string }): string => code;
