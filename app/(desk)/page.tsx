import { requireOwner } from "@/lib/auth/session";

export default async function DeskPage() {
  await requireOwner();
  return <main className="page" id="main" />;
}
