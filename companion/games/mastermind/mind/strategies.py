"""The shipped strategies of Mastermind, as companion.games.mastermind.mind.guesses reads them.

Made by tools.mastermind_strategies. Each reaches the least total of guesses over all codes that there is.
"""

from typing import Final

STRATEGIES: Final[dict[tuple[int, bool], str]] = {
    # 86 guesses for 24 codes
    (4, False): """
ABCD eBCDA iACDB iiADBC lABDC
""",
    # 79 guesses for 24 codes
    (4, True): """
AABC dBCAD hABCD
""",
    # 462 guesses for 120 codes
    (5, False): """
ABCD dBCDE ddDEBA dhBAEC eBCDA hACDE hdBEAD hhCBDE iABDE kABDE lABDC mACDE
""",
    # 430 guesses for 120 codes
    (5, True): """
AABC cBDEA cdEBCD chDECA dBCAD gABDE hABDB jADBE
""",
    # 1446 guesses for 360 codes
    (6, False): """
ABCD cBCEF ccDAFE cdEFDB chDFEB ciBEFC dBCDE dcDABF ddDEBA dgFADC dhEADB eBCDA gACEF gdBFCE ghEDCF hABDE hcBDCF hdCEBD
hgACBF hhACEB iABDE jACEF kABDE lABDC mABDE
""",
    # 1435 guesses for 360 codes
    (6, True): """
AABC bBDEE bcDEAF bgDFAE bhFBDE cBDCE ccDCAF cdDCFB cgBFEA chDFCB ciBBCD dBCAD fADEF gABDE gcDFAC gdEAFB ggACFD ghDACE
hABCD jADBE kABDC mADAE
""",
    # 3639 guesses for 840 codes
    (7, False): """
ABCD bBAEF bcCFGE bdEFAG bgCEGF bhEGAF cBEDF cbECGA ccCDAE ccbFGBA cdFAEB cgBGEC cgcBCDG cggBAEG chBFEA cjCDGF ckBAEF
dBCDE dcDABF ddDEBA dgFADC dhEADB djFBDA dkFCEA eBCDA fACEF gABEF gbCEGD gcEGCA gdEFAD ggACFG ghAEGB gjACGE hABDE hcBDCF
hdCEBD hgACFB hhADBF iABDE jACEF kABDE kgADCF lABDC mACEF
""",
    # 3633 guesses for 840 codes
    (7, True): """
ABCD bBAEF bcCFGE bdEFAG bgCEGF bhEGAF cBCEF cbDFAG ccGDGC ccbFABG cdFEAC cgBEDG cgcADEA cggAEFA chDFEB ciBCFB cjBAGE
ckECAF dBCDE dcDABF ddDEBA dgFADC dhEADB djFBDA dkFCEA eBCDA fACEF gABEF gbCEGD gcEGCA gdEFAD ggACFG ghAEGB gjACGE hAABE
hbDFCB hcFBDA hfACDF hgBAFD hjACEF iAABC jACEF kABDE kgADCF lAABD mACEF
""",
    # 7817 guesses for 1680 codes
    (8, False): """
ABCD aAEFG adEFGH ahHEGF bBCEF bbEDGH bbcFAHG bbdDHAE bbhEAHG bcCEFA bcbEGHB bccFDGE bcgDGFE bdGEFB bfGHEA bgCGHF
bgcHFEA bggEDGF bhGCFE bjGACH bkBEGF cBADE cbCFGA cbcDCHF cbdFGBC cbgCHBG cbhCDFG ccCFEA ccaDGBH ccbDGFB cccGEBC ccdECAG
ccfAGHB ccgFDGA cchCEBF cdDEAF cfFGDC cgBFAG cgaCEDH cgbCDFE cgcCAEF cggBEFC chEFDA chcBDEG cjBFAG ckBDFE cmBFGA dBEDF
dbCDAG dcCDBG dcgEABC ddDAFB dfBAGC dgBCFA dhDCBF djBCFG eBCDA fACEF fbGBHE fcEGFD fdEFCG fgAFGH gACEF gaBGHD gbGEBD
gbcDGCH gbgCGHD gcGFCB gcbCAHF gccDBGE gcdCHFA gcgAECG gcjFHCB gdBFCE gdgGECA gfAGDH ggAEGB ggcHBFC gggADCG ghAFDE
gjAGDF gkACGE hABEF hbCGBD hcCEBD hfACDG hgAGBC hhACFB iABDE jACEF jbBGFD jcEBDG jgAFGD jhACGE kABEF kgAGBD kjAEDG lABDC
mACEF
""",
    # 7797 guesses for 1680 codes
    (8, True): """
ABCD aEEFG adFGEH ahEFGH bBEEF bbFAGG bbcCGFH bbfCHGE bbgCHFG bcGFAE bccFHBG bcgCHFE bdEFGB bfGEHC bgFEDG bgcHGEB
bggCEFH bhGFEB bjGDEF cBADE cbCFGA cbcDCHF cbdFGBC cbgCHBG cbhCDFG ccCFEA ccaDGBH ccbDGFB cccGEBC ccdECAG ccfAGHB
ccgFDGA cchCEBF cdDEAF cfFGDC cgBFAG cgaCEDH cgbCDFE cgcCAEF cggBEFC chEFDA chcBDEG cjBFAG ckBDFE cmBFGA dBEDF dbCDAG
dcCDBG dcgEABC ddDAFB dfBAGC dgBCFA dhDCBF djBCFG eBCDA fACEF fbGBHE fcEGFD fdEFCG fgAFGH gACEF gaBGHD gbGEBD gbcDGCH
gbgCGHD gcCECB gcaFAGD gccGBAE gcfDFCG gdBFCE gdgGECA gfAGDH ggAEGB ggcHBFC gggADCG ghAFDE gjAGDF gkACGE hABEF hbCGBD
hcCEBD hfACDG hgAGBC hhACFB iAABC jACEF jbBGFD jcEBDG jgAFGD jhACGE kABEF kgAGBD kjAEDG lAABD mACEF
""",
}
"""By how many colours there are, and whether a guess may repeat one."""
