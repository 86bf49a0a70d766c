import pg from 'pg';

/** Queries that describe one kind of object each, one line per object, without system objects. */
const descriptions = [
  `select format('column %s.%s.%s %s null:%s default:%s identity:%s', n.nspname, c.relname, a.attname,
     format_type(a.atttypid, a.atttypmod), not a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attidentity) as line
   from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
   left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'v', 'm', 'p')`,
  `select format('index %s', pg_get_indexdef(i.indexrelid)) as line
   from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace where true`,
  `select format('constraint %s.%s %s %s valid:%s', n.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid),
     k.convalidated) as line
   from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = k.connamespace where true`,
  `select format('policy %s.%s %s %s roles:%s using:%s check:%s', n.nspname, c.relname, p.polname, p.polcmd,
     p.polroles::regrole[], pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) as line
   from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace where true`,
  `select format('protection %s.%s enabled:%s forced:%s', n.nspname, c.relname, c.relrowsecurity,
     c.relforcerowsecurity) as line
   from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r'`,
  `select format('trigger %s', pg_get_triggerdef(t.oid)) as line
   from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
   where not t.tgisinternal`,
  `select format('function %s', pg_get_functiondef(p.oid)) as line
   from pg_proc p join pg_namespace n on n.oid = p.pronamespace where true`,
  `select format('right %s.%s %s %s', n.nspname, c.relname, x.grantee::regrole, x.privilege_type) as line
   from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) x where true`,
];

/** Describes all schema objects of a database in order, one line each. @param url of a role that may read catalogs */
export async function schemaOf(url: string): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const lines: string[] = [];
    for (const description of descriptions) {
      const { rows } = await client.query<{ line: string }>(
        `${description} and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`,
      );
      lines.push(...rows.map(({ line }) => line));
    }
    return lines.sort();
  } finally {
    await client.end();
  }
}
