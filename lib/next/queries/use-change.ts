"use client";

import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { OwnApiError } from "./own-api.ts";

/** `run` loads the lists again after a change; false where it failed, and `problem` is then its code, or empty. */
export function useChange(queryKey: QueryKey) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const run = async (change: () => Promise<unknown>): Promise<boolean> => {
    setProblem(undefined);
    try {
      await change();
      return true;
    } catch (error) {
      setProblem(error instanceof OwnApiError ? error.problem.code : "");
      return false;
    } finally {
      await client.invalidateQueries({ queryKey });
    }
  };
  return { problem, run };
}

export type Run = ReturnType<typeof useChange>["run"];
