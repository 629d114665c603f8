import type { Industry } from "../industry.ts";
import type { Random } from "../random.ts";
import type { Nature } from "./nature.ts";

export interface SegmentFigures {
  readonly name: string;
  readonly sales: number;
  readonly profit: number;
}

/** Earnings and expenses of a period, in millions of yen. */
export interface Flows {
  readonly segments: readonly SegmentFigures[];
  readonly operating: number;
  readonly cost: number;
  readonly interestIncome: number;
  readonly dividendIncome: number;
  readonly otherIncome: number;
  readonly interestCost: number;
  readonly exchangeLoss: number;
  readonly otherCosts: number;
  readonly gains: number;
  readonly retirementLoss: number;
  readonly impairment: number;
  readonly taxRate: number;
  readonly depreciation: number;
  readonly capex: number;
  readonly research: number;
  readonly dividendsPaid: number;
}

/** The parts of a balance sheet. Cash and own funds follow from these and the flows. */
export interface Stocks {
  readonly receivables: number;
  readonly inventories: number;
  readonly otherCurrent: number;
  readonly intangible: number;
  readonly investments: number;
  readonly payables: number;
  readonly otherLiabilities: number;
  readonly ociSecurities: number;
  readonly ociCurrency: number;
  readonly ociPension: number;
  readonly borrowings: number;
}

export type Figures = ReturnType<typeof closed>;

interface Beside {
  readonly employees: number;
  readonly dividend: number;
  /** 0 for a whole year. */
  readonly quarter: number;
  readonly random: Random;
}

/** The opening figures of a period. */
interface Before extends Stocks {
  readonly year: number;
  readonly cash: number;
  readonly tangible: number;
  readonly netAssets: number;
  readonly retained: number;
  readonly capital: number;
  readonly surplus: number;
  readonly treasury: number;
  readonly oci: number;
  readonly shares: number;
  readonly price: number;
}

/**
 * Closes the books of a period on those of the year before it: own funds grow by the profit, cash is what the other
 * lines leave, and the cash flow is what lies between two balance sheets. Every total is the sum of its parts.
 */
export function closed(last: Before, flows: Flows, stocks: Stocks, { employees, dividend, quarter, random }: Beside) {
  const sales = flows.segments.reduce((sum, each) => sum + each.sales, 0);
  const { operating, cost, gains, retirementLoss, impairment } = flows;
  const nonOpIncome = flows.interestIncome + flows.dividendIncome + flows.otherIncome;
  const nonOpCosts = flows.interestCost + flows.exchangeLoss + flows.otherCosts;
  const ordinary = operating + nonOpIncome - nonOpCosts;
  const losses = gains + retirementLoss === 0 ? 0 : retirementLoss + impairment;
  const pretax = ordinary + gains - losses;
  const taxes = pretax > 0 ? Math.round(pretax * flows.taxRate) : Math.round(sales * 0.0008);
  const net = pretax - taxes;
  const retained = last.retained + net - flows.dividendsPaid;
  const oci = stocks.ociSecurities + stocks.ociCurrency + stocks.ociPension;
  const { capital, surplus, treasury, shares } = last;
  const netAssets = capital + surplus + retained + treasury + oci;
  const tangible = last.tangible + flows.capex - flows.depreciation - impairment - retirementLoss;
  const liabilities = stocks.payables + stocks.otherLiabilities + stocks.borrowings;
  const { receivables, inventories, otherCurrent, intangible, investments } = stocks;
  const assets = liabilities + netAssets;
  const cash = assets - receivables - inventories - otherCurrent - tangible - intangible - investments;
  const currentAssets = cash + receivables + inventories + otherCurrent;
  const ociChange = oci - last.oci;
  const exchange = Math.round((stocks.ociCurrency - last.ociCurrency) * 0.3);
  const amortization = Math.round(last.intangible * 0.18);
  const software = intangible - last.intangible + amortization;
  const bought = investments - last.investments - (stocks.ociSecurities - last.ociSecurities) - gains;
  const investingCash = -flows.capex - software - bought;
  const financingCash = stocks.borrowings - last.borrowings - flows.dividendsPaid;
  const cashChange = cash - last.cash;
  const eps = Math.round((net / shares) * 100_000) / 100;
  const bps = Math.round((netAssets / shares) * 100_000) / 100;
  const price = Math.max(
    80,
    Math.round(last.price * 0.5 + (bps * 0.55 + Math.max(eps, 0) * 7) * 0.5 * (0.85 + random.next() * 0.3)),
  );
  const interimDividend = Math.floor(dividend / 2);
  return {
    ...flows,
    ...stocks,
    year: last.year + 1,
    quarter,
    sales,
    gross: sales - cost,
    sga: sales - cost - operating,
    nonOpIncome,
    nonOpCosts,
    ordinary,
    ordinaryCosts: sales - ordinary,
    losses,
    pretax,
    taxes,
    net,
    ociChange,
    financeIncome: flows.interestIncome + flows.dividendIncome,
    securitiesChange: stocks.ociSecurities - last.ociSecurities,
    currencyChange: stocks.ociCurrency - last.ociCurrency,
    pensionChange: stocks.ociPension - last.ociPension,
    comprehensive: net + ociChange,
    cash,
    currentAssets,
    tangible,
    fixedAssets: tangible + intangible + investments,
    assets,
    liabilities,
    capital,
    surplus,
    retained,
    treasury,
    ownFunds: capital + surplus + retained + treasury,
    oci,
    netAssets,
    equityAndLiabilities: liabilities + netAssets,
    software,
    amortization,
    bought,
    receivablesChange: last.receivables - receivables,
    inventoriesChange: last.inventories - inventories,
    payablesChange: stocks.payables - last.payables,
    borrowingsChange: stocks.borrowings - last.borrowings,
    operatingCash: cashChange - investingCash - financingCash - exchange,
    investingCash,
    financingCash,
    exchange,
    cashChange,
    cashBefore: last.cash,
    corporate: operating - flows.segments.reduce((sum, each) => sum + each.profit, 0),
    employees,
    parentEmployees: Math.round(employees * 0.42),
    shares,
    dividend,
    interimDividend,
    finalDividend: dividend - interimDividend,
    dividendTotal: Math.round((dividend * shares) / 1000),
    eps,
    bps,
    equityRatio: Math.round((netAssets / assets) * 1000) / 10,
    roe: Math.round((net / ((netAssets + last.netAssets) / 2)) * 1000) / 10,
    per: eps > 0 ? Math.round((price / eps) * 10) / 10 : 0,
    payout: eps > 0 ? Math.round((dividend / eps) * 1000) / 10 : 0,
    price,
    priceHigh: Math.round(price * (1.06 + random.next() * 0.28)),
    priceLow: Math.round(price * (0.66 + random.next() * 0.24)),
    ...parentOf({ sales, operating, ordinary, net, assets, netAssets, taxes: ordinary - net }),
  };
}

/** The parent company alone, as a part of the group. */
function parentOf(
  group: Readonly<Record<"sales" | "operating" | "ordinary" | "net" | "assets" | "netAssets" | "taxes", number>>,
) {
  const part = (value: number) => Math.round(value * 0.62);
  const [parentSales, parentOperating, parentOrdinary] = [
    part(group.sales),
    part(group.operating),
    part(group.ordinary),
  ];
  const [parentNet, parentAssets, parentNetAssets] = [part(group.net), part(group.assets), part(group.netAssets)];
  const parentCost = Math.round(parentSales * 0.74);
  return {
    parentSales,
    parentCost,
    parentGross: parentSales - parentCost,
    parentSga: parentSales - parentCost - parentOperating,
    parentOperating,
    parentBeyond: parentOrdinary - parentOperating,
    parentOrdinary,
    parentTaxes: parentOrdinary - parentNet,
    parentNet,
    parentAssets,
    parentCurrent: Math.round(parentAssets * 0.41),
    parentFixed: parentAssets - Math.round(parentAssets * 0.41),
    parentLiabilities: parentAssets - parentNetAssets,
    parentCurrentDebts: Math.round((parentAssets - parentNetAssets) * 0.55),
    parentFixedDebts: parentAssets - parentNetAssets - Math.round((parentAssets - parentNetAssets) * 0.55),
    parentNetAssets,
  };
}

/** The books before the first year, from which the series begins. */
export function firstFigures(year: number, nature: Nature, industry: Industry, random: Random): Figures {
  const sales = Math.round(nature.sales);
  const weights = industry.segments.map(() => 0.5 + random.next());
  const total = weights.reduce((sum, each) => sum + each, 0);
  const segments = industry.segments.map(({ name }, at) => ({
    name,
    sales: Math.round((sales * (weights[at] ?? 0)) / total),
    profit: 0,
  }));
  const of = (share: number) => Math.round(sales * share);
  const stocks: Stocks = {
    receivables: of(nature.receivables),
    inventories: of(nature.inventories),
    otherCurrent: of(0.022),
    intangible: of(0.03),
    investments: of(nature.investments),
    payables: of(nature.payables),
    otherLiabilities: of(0.12),
    ociSecurities: of(nature.investments * 0.08),
    ociCurrency: of(0.004),
    ociPension: of(0.002),
    borrowings: 0,
  };
  const assets = of(
    nature.receivables + nature.inventories + 0.052 + nature.investments + nature.tangible + nature.cash,
  );
  const netAssets = Math.round(assets * nature.equity);
  const borrowings = Math.max(of(0.015), assets - netAssets - stocks.payables - stocks.otherLiabilities);
  const oci = stocks.ociSecurities + stocks.ociCurrency + stocks.ociPension;
  const capital = Math.round(netAssets * 0.16);
  const surplus = Math.round(netAssets * 0.12);
  const treasury = -Math.round(netAssets * 0.015);
  const operating = of(nature.margin);
  const dividend = Math.max(4, Math.round(((operating * 0.62 * nature.payout) / nature.shares) * 1000));
  const flows: Flows = {
    segments,
    ...{ operating, cost: of(nature.cost), interestIncome: 0, dividendIncome: 0, otherIncome: 0, interestCost: 0 },
    ...{ exchangeLoss: 0, otherCosts: 0, gains: 0, retirementLoss: 0, impairment: 0, taxRate: 0.31, dividendsPaid: 0 },
    ...{ depreciation: 0, capex: 0, research: of(nature.research) },
  };
  const before: Before = {
    ...stocks,
    ...{
      year: year - 1,
      borrowings,
      cash: of(nature.cash),
      tangible: of(nature.tangible),
      netAssets,
      capital,
      surplus,
    },
    ...{ treasury, oci, shares: nature.shares, retained: netAssets - capital - surplus - treasury - oci },
    ...{ price: Math.round((netAssets / nature.shares) * 1000) },
  };
  const employees = Math.round(sales / nature.salesPerPerson);
  return closed(before, flows, { ...stocks, borrowings }, { employees, dividend, quarter: 0, random });
}
