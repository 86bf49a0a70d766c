const lines = [1, 2, 3, 4, 5, 6, 7, 8];

/** The shape of rows while they load, under their name. So nothing jumps when they arrive. */
export const Loading = ({ label }: { label: string }) => (
  <div className="shapes" role="status" aria-label={label} aria-busy>
    {lines.map((line) => (
      <span key={line} className="shape" />
    ))}
  </div>
);
