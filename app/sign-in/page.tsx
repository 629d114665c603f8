export default function SignInPage() {
  return <main className="door" id="main" />;
}
