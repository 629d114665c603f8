import type { Route } from "next";
import { Link } from "@/components/ui/Link.tsx";

interface Line {
  readonly name: string;
  readonly credits: number;
  readonly href?: Route | undefined;
}

/** Credits by name, each with a bar in proportion to the highest. */
export function CreditBars({ lines }: { readonly lines: readonly Line[] }) {
  const most = Math.max(1, ...lines.map((each) => each.credits));
  return (
    <table className="w-full leading-5 [&_:is(th,td)]:py-1">
      <tbody>
        {lines.map(({ name, credits, href }) => (
          <tr key={name}>
            <th className="pe-3 font-normal" scope="row">
              {href === undefined ? name : <Link href={href}>{name}</Link>}
            </th>
            <td className="w-24 align-middle">
              <span className="block h-1.5 min-w-px bg-ink" style={{ width: `${(credits / most) * 100}%` }} />
            </td>
            <td className="w-10 text-end align-middle">{credits}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
