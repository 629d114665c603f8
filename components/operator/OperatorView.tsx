import type { OperatorPage } from "@/lib/features/operator/page";
import { Keys } from "./Keys.tsx";
import { MakeKey } from "./MakeKey.tsx";
import { Market, SetAside } from "./Market.tsx";
import { OutcomeLine } from "./OutcomeLine.tsx";
import { Changes, Errors, type Health, Running } from "./Running.tsx";
import type { OperatorWords, Outcome } from "./words.ts";

interface Props {
  readonly words: OperatorWords;
  readonly page: Extract<OperatorPage, { kind: "open" }>;
  readonly webHealth: Health;
  readonly outcome: Outcome | undefined;
}

/** Everything on one page, with plain forms; a script makes keys alone. */
export function OperatorView({ words: t, page, webHealth, outcome }: Props) {
  const { state, web, errors, changeId } = page;
  return (
    <>
      <OutcomeLine words={t} outcome={outcome} />
      <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-x-12 max-lg:block">
        <div className="[&>*+*]:mt-8">
          <Market words={t} market={state.market} />
          <SetAside words={t} items={state.set_aside} market={state.market} changeId={changeId} />
          <Keys
            words={t}
            keys={state.keys}
            leftOff={state.keys_left_off}
            nowMs={Date.parse(state.now)}
            changeId={changeId}
          />
          <MakeKey changeId={changeId()} />
        </div>
        <div className="max-lg:mt-8 [&>*+*]:mt-8">
          <Running words={t} state={state} web={web} webHealth={webHealth} />
          <Errors words={t} errors={errors} />
          <Changes words={t} changes={state.changes} />
        </div>
      </div>
    </>
  );
}
