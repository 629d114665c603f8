import { z } from "zod";
import { Rooms } from "../../lib/kit/workers/rooms.ts";
import { HandedOver, serveWork, threadSettings } from "../../lib/kit/workers/serve-work.ts";
import { readSampleData } from "./data.ts";
import { type MarketWork, preparedMarketOf } from "./market-source.ts";
import { allLengths, type Span } from "./plan.ts";

const Settings = z.object({
  seed: z.int(),
  years: z.int(),
  anchorDay: z.iso.date(),
  lengths: z.enum(allLengths).optional(),
});

const { lengths, ...rest } = Settings.parse(threadSettings());
const data = readSampleData();
const span: Span = lengths === undefined ? rest : { ...rest, lengths };

/** Writes and prepares the publications of each issuer that it is given. */
serveWork<MarketWork>({
  market(task) {
    const rooms = new Rooms();
    return new HandedOver(preparedMarketOf(data, span, task, rooms), rooms.pieces);
  },
});
